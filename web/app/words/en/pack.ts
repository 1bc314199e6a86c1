/** Words of the line before a pack and of the proof of its fairness. */
export const packWords = {
  'line.title': 'Sold in turn',
  'line.before':
    'Join the line any time before the sale starts. Places are drawn by lot at the start, so coming early gives no advantage.',
  'line.explain': 'Join the line and you will be let in one by one. You can leave this page and keep your place.',
  'line.join': 'Join the line',
  'line.needs-member': 'Sign in to join.',
  'line.waiting-before': 'You are in. Places are drawn when the sale starts.',
  'line.ahead_one': '{{ahead}} person ahead of you',
  'line.ahead_other': '{{ahead}} people ahead of you',
  'line.next': 'You are next',
  'line.wait-seconds': 'Less than a minute (estimate)',
  'line.wait_one': 'About {{count}} minute (estimate)',
  'line.wait_other': 'About {{count}} minutes (estimate)',
  'line.all-reserved':
    'All remaining packs are being paid for. If a payment is not completed, it is your turn at once.',
  'line.keep': 'This page continues to the purchase on its own. You keep your place if you reload it.',
  'line.admitted': 'It is your turn',
  'line.admitted-until': 'Start the purchase by {{time}}. After that, the place goes to the next person.',
  'line.to-checkout': 'Go to the purchase',
  'line.closed': 'The line is closed: no packs are left.',

  'proof.of': 'Proof of fairness: {{name}}',
  'proof.description': 'How “{{name}}” was dealt before its sale, and how anyone can check it.',
  'proof.lead':
    'The cards of every pack and the order in which the packs are sold are fixed before the first sale. Below you see what we published and when, what your browser can recompute, and what to compare yourself.',
  'proof.picture':
    'Packs are dealt and sealed. A block of a public chain that nobody can predict shuffles them, and they are sold in that order.',
  'proof.stage.commit.title': 'Dealt and sealed',
  'proof.stage.commit.text':
    'All {{issued}} packs were filled with randomly chosen cards and closed. We published a fingerprint of the result. Changing a single card would change the fingerprint.',
  'proof.stage.height.title': 'A future block is named',
  'proof.stage.height.text':
    'With it, we named a block of the chain that did not exist yet: number {{height}}. Nobody could know what it would contain.',
  'proof.stage.draw.title': 'The block shuffles the packs',
  'proof.stage.draw.text':
    'When the block was produced, its id decided the order in which the packs are sold: the first buyer gets the first, and so on.',
  'proof.stage.publish.title': 'Everything is published',
  'proof.stage.publish.text':
    'After the sale we publish the secret number used to deal the cards, and the contents of each pack. From then on anyone can repeat the deal.',
  'proof.state.done': 'Done',
  'proof.state.waiting': 'Still to come',
  'proof.old':
    'This pack was dealt by the earlier method: packs were sold in the order they were dealt, without a block of the chain.',
  'proof.check.title': 'Recompute it',
  'proof.check.text':
    'Your browser recomputes everything on this device and checks that the published numbers are consistent. It uses the fingerprint and the block as we publish them: compare those two yourself below.',
  'proof.check.run': 'Check now',
  'proof.check.again': 'Check again',
  'proof.check.running': 'Computing …',
  'proof.check.right': 'The published numbers are consistent. They are proof once you have made the comparisons below.',
  'proof.check.wrong': 'Something is inconsistent. Please contact us, and keep the file.',
  'proof.check.waiting': 'The sale has not ended yet. Come back then: we will publish the rest here.',
  'proof.check.failed': 'The proof could not be loaded.',
  'proof.compare.title': 'What to compare yourself',
  'proof.compare.text':
    'No computation can show that we did not replace these later. Compare them with independent sources.',
  'proof.compare.note':
    'Note it now or keep a copy of this page. After the sale, compare it with what this page shows: it must be the same.',
  'proof.compare.commitment': 'Is it the one that you, or someone you trust, noted before the sale?',
  'proof.compare.block-title': 'Block of the public chain',
  'proof.compare.block': 'Does a node of the chain return this id for this height? It must not be one of ours.',
  'proof.compare.ask': 'Ask a public node for block {{height}}',
  'proof.compare.limits':
    'What this does not show: from the draw on, the house knows the order and could time a purchase. But it can no longer change the order.',
  'proof.step.form': 'The published numbers are well-formed',
  'proof.step.commitment': 'The secret number produces the fingerprint',
  'proof.step.cards': 'Every pack holds the cards dealt to it',
  'proof.step.order': 'The packs were sold in the order set by the block id',
  'proof.result.right': 'Right',
  'proof.result.wrong': 'Wrong',
  'proof.result.waiting': 'Not published yet',
  'proof.result.unchecked': 'Not checked',
  'proof.data.title': 'What was published',
  'proof.data.commitment': 'Fingerprint (SHA-256)',
  'proof.data.committed-at': 'Published',
  'proof.data.height': 'Named block',
  'proof.data.block': 'Block id',
  'proof.data.salt': 'Secret number',
  'proof.data.none': 'Not yet',
  'proof.download': 'Download everything as JSON',
  'proof.command': 'To check without a browser, run this on the file:',
  'proof.command.noted': 'NOTED-FINGERPRINT',
  'proof.back': 'Back to the pack',
} as const
