import { Problem, runCommand } from './problem.ts'

type Verb = { usage: string; what: string; load: () => Promise<(words: string[]) => Promise<void>> }

const verbs: Record<string, Verb> = {
  status: {
    usage: 'status [--json]',
    what: 'every address of the Kura that runs on KURA_HOME, and whether each process lives',
    load: async () => (await import('./cli/status.ts')).status,
  },
  reset: {
    usage: 'reset [--chain]',
    what: 'forget all local data; with --chain only the local chain and what was read from it',
    load: async () => (await import('./cli/reset.ts')).reset,
  },
  import: {
    usage: 'import <folder> [--dry-run]',
    what: 'read a catalogue folder: check all of it, then add or change what differs',
    load: async () => (await import('./cli/import.ts')).importFolder,
  },
  check: {
    usage: 'check [--json]',
    what: 'compare ledger, orders, tokens and chain; names every contradiction',
    load: async () => (await import('./cli/check.ts')).check,
  },
  reconcile: {
    usage: 'reconcile [card|paidy|chain]',
    what: 'compare with the gateways and the chain, name what differs; --since, --list, --close <item> --reason',
    load: async () => (await import('./cli/reconcile.ts')).reconcile,
  },
  mint: {
    usage: 'mint <item-id> <address>',
    what: 'mint one serial of an item into an account of the chain, without the web',
    load: async () => (await import('./cli/mint.ts')).mint,
  },
  wallet: {
    usage: 'wallet list | approve <id> | refuse <id>',
    what: 'recoveries of lost wallets that members asked for: list and decide them',
    load: async () => (await import('./cli/wallet.ts')).wallet,
  },
  member: {
    usage: 'member ban|unban|delete|birthday|professional <who>',
    what: 'ban a member (id or e-mail), lift a ban, delete an account, note who sells by trade; --reason <text>, --dry-run',
    load: async () => (await import('./cli/member.ts')).member,
  },
  pack: {
    usage: 'pack open|close <pack id> --reason <text>',
    what: 'begin or end the sale of a pack at once, with a dry run and the audit',
    load: async () => (await import('./cli/pack.ts')).pack,
  },
  'verify-pack': {
    usage: 'verify-pack <file.json | address>',
    what: 'check the published proof of how a pack was dealt; --commitment <noted hex>, --node <access node>',
    load: async () => (await import('./cli/verify-pack.ts')).verifyPack,
  },
  refund: {
    usage: 'refund <order id> --reason <text>',
    what: 'give back what an unopened pack was paid with, each part to where it came from; --dry-run',
    load: async () => (await import('./cli/refund.ts')).refund,
  },
  points: {
    usage: 'points grant <who> <amount> | report --date <day>',
    what: 'give a member points; the outcome of all points up to 31 March or 30 September',
    load: async () => (await import('./cli/points.ts')).points,
  },
  royalties: {
    usage: 'royalties report | pay <holder> <yen>',
    what: 'what rights holders earned by sales between members; --from, --to, --csv; book that one was paid; --reason <text>',
    load: async () => (await import('./cli/royalties.ts')).royalties,
  },
  payout: {
    usage: 'payout list | batch | discard | release | result | return | rename',
    what: 'pay sellers by bank: one person makes a batch, another releases its file; read the result of the bank',
    load: async () => (await import('./cli/payout.ts')).payout,
  },
  airdrop: {
    usage: 'airdrop list | open|close <id> | add <id> <who>…',
    what: 'airdrops: end their claims or let them go on, name people they are for; --reason <text>, --dry-run',
    load: async () => (await import('./cli/airdrop.ts')).airdrop,
  },
  passcode: {
    usage: 'passcode make <pack id> [--count <n>]',
    what: 'make passcodes of a pack and print them, the only time; --uses <n>, --reason <text>, --dry-run',
    load: async () => (await import('./cli/passcode.ts')).passcode,
  },
  chain: {
    usage: 'chain pause|resume --reason <text> | report',
    what: 'stop all sales between members on chain or let them go on; say where listings and chain differ',
    load: async () => (await import('./cli/chain.ts')).chain,
  },
  market: {
    usage: 'market report [--days <n>]',
    what: 'name trades that look like members trading with themselves, and who sells by trade; --json',
    load: async () => (await import('./cli/market.ts')).market,
  },
  maintenance: {
    usage: 'maintenance plan | list | end <id> | cancel <id>',
    what: 'close the shop for a time, announced before: --mode read-only|no-payments|whole, --from, --until, --ja, --en',
    load: async () => (await import('./cli/maintenance.ts')).maintenance,
  },
  client: {
    usage: 'client list | import <file.yaml> | remove <id>',
    what: 'services that members can connect with their account; --dry-run',
    load: async () => (await import('./cli/client.ts')).client,
  },
  gift: {
    usage: 'gift list | show <id> | withdraw <id>',
    what: 'gifts and transfers with their states; take back a gift by mail; --member <who>, --reason <text>, --dry-run',
    load: async () => (await import('./cli/gift.ts')).gift,
  },
  reindex: {
    usage: 'reindex [--from <height>]',
    what: 'read the chain again from the start and say where rows and chain differ',
    load: async () => (await import('./cli/reindex.ts')).reindex,
  },
}

function printHelp() {
  console.log('npm run kura -- <verb>\n')
  for (const { usage, what } of Object.values(verbs)) console.log(`  ${usage.padEnd(32)} ${what}`)
}

await runCommand(async () => {
  const [name, ...words] = process.argv.slice(2)
  if (name === undefined || ['help', '--help', '-h'].includes(name)) return printHelp()
  const verb = verbs[name]
  if (!verb) throw new Problem(`kura has no verb "${name}".`, `Use one of: ${Object.keys(verbs).join(', ')}.`)
  await (
    await verb.load()
  )(words)
})
