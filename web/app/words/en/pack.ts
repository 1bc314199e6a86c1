/** Words of the line before a pack and of the proof of its fairness. */
export const packWords = {
  'line.title': 'Sold in turn',
  'line.before':
    'Join the line any time before the sale starts. At the start everyone gets a place by lot, so nothing is gained by being early.',
  'line.explain': 'Join the line and you will be let in by turn. You can leave this page; your place is kept.',
  'line.join': 'Join the line',
  'line.needs-member': 'Signing in is needed to join.',
  'line.waiting-before': 'You are in. Places are drawn when the sale starts.',
  'line.ahead_one': '{{ahead}} person ahead of you',
  'line.ahead_other': '{{ahead}} people ahead of you',
  'line.next': 'You are next',
  'line.wait-seconds': 'Less than a minute, we think',
  'line.wait_one': 'About {{count}} minute, we think',
  'line.wait_other': 'About {{count}} minutes, we think',
  'line.all-reserved':
    'All packs that are left are being paid for. If a payment is not completed, it is your turn at once.',
  'line.keep': 'This page goes on to the purchase by itself. Reloading it does not cost you your place.',
  'line.admitted': 'It is your turn',
  'line.admitted-until': 'Begin the purchase by {{time}}. After that, the place goes to the next.',
  'line.to-checkout': 'Go to the purchase',
  'line.closed': 'The line is closed: no packs are left.',

  'proof.of': 'Proof of fairness: {{name}}',
  'proof.description': 'How “{{name}}” was dealt before its sale, and how anyone can check it.',
  'proof.lead':
    'The cards of every pack and the order in which the packs are sold are fixed before the first sale. Below is what we promised when, what your own browser can compute again, and what you compare yourself to see that we kept it.',
  'proof.picture':
    'Packs are dealt and sealed, a block of a public chain that nobody can foresee mixes them, and in that order they are sold.',
  'proof.stage.commit.title': 'Dealt and sealed',
  'proof.stage.commit.text':
    'All {{issued}} packs were filled with cards chosen at random and closed. Of that we published a fingerprint. Any change of a single card would change the fingerprint.',
  'proof.stage.height.title': 'A future block is named',
  'proof.stage.height.text':
    'Together with it we named a block of the chain that did not exist yet: number {{height}}. Nobody could know what it would contain.',
  'proof.stage.draw.title': 'The block mixes the packs',
  'proof.stage.draw.text':
    'When the block came, its id decided the order in which the packs are sold: the first buyer gets the first, and so on.',
  'proof.stage.publish.title': 'Everything is laid open',
  'proof.stage.publish.text':
    'When the sale is over we publish the secret number the cards were dealt with, and what was in each pack. From that point anyone can redo it.',
  'proof.state.done': 'Done',
  'proof.state.waiting': 'Still to come',
  'proof.old':
    'This pack was dealt by the earlier method: it was sold in the order in which it was dealt, without a block of the chain.',
  'proof.check.title': 'Compute it again',
  'proof.check.text':
    'Your browser computes everything again, on this device, and says whether the published numbers fit each other. The fingerprint and the block it takes as we publish them: those you compare below.',
  'proof.check.run': 'Check now',
  'proof.check.again': 'Check again',
  'proof.check.running': 'Computing …',
  'proof.check.right': 'The published numbers fit each other. It is proof once you have compared what stands below.',
  'proof.check.wrong': 'Something does not fit. Please tell us, and keep the file.',
  'proof.check.waiting': 'The sale is not over yet. Come back then: the rest will be published here.',
  'proof.check.failed': 'The proof could not be loaded.',
  'proof.compare.title': 'What you still compare yourself',
  'proof.compare.text':
    'No computing can show that we did not exchange these later. Compare them with what others than us say.',
  'proof.compare.note':
    'Note it now or keep a copy of this page. After the sale, compare it with what is shown here then: it must be the same.',
  'proof.compare.commitment': 'Is it the one you, or somebody you trust, noted before the sale?',
  'proof.compare.block-title': 'Block of the public chain',
  'proof.compare.block': 'Does any node of the chain give this id for this height? It must not be one of ours.',
  'proof.compare.ask': 'Ask a public node for block {{height}}',
  'proof.compare.limits':
    'What this does not show: whoever deals knows the order from the draw on and could time a purchase. It cannot be changed any more, though.',
  'proof.step.form': 'The published numbers fit each other',
  'proof.step.commitment': 'The secret number gives the fingerprint',
  'proof.step.cards': 'Every pack holds the cards it was dealt',
  'proof.step.order': 'They were sold in the order the id of the block gives',
  'proof.result.right': 'Right',
  'proof.result.wrong': 'Wrong',
  'proof.result.waiting': 'Not published yet',
  'proof.result.unchecked': 'Not checked',
  'proof.data.title': 'What was published',
  'proof.data.commitment': 'Fingerprint (SHA-256)',
  'proof.data.committed-at': 'Published',
  'proof.data.height': 'Named block',
  'proof.data.block': 'Id of the block',
  'proof.data.salt': 'Secret number',
  'proof.data.none': 'Not yet',
  'proof.download': 'Download everything as JSON',
  'proof.command': 'To check without a browser, run this on the file:',
  'proof.command.noted': 'NOTED-FINGERPRINT',
  'proof.back': 'Back to the pack',
} as const
