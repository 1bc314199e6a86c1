import assert from 'node:assert/strict'
import test from 'node:test'
import { makeMeasure } from './measure.ts'

const view = {
  page_location: 'https://kura.example/packs',
  page_path: '/packs',
  page_referrer: '',
  page_title: 'Packs',
}

function measuring(linkerDomains: string[] = []) {
  const said: unknown[][] = []
  const viewer = { user_id: null as string | null, is_logged_in: false, is_full_account: false }
  const measure = makeMeasure(
    (...words) => said.push(words),
    { measurementId: 'G-TEST1', linkerDomains },
    () => viewer,
  )
  const named = (...start: unknown[]) => said.filter((words) => start.every((word, index) => words[index] === word))
  return { measure, said, viewer, named }
}

test('location, referrer and title are set before anything is configured, and no view is sent by the script itself', () => {
  const { measure, said, named } = measuring()
  measure.page(view)
  assert.deepEqual(
    said.map(([verb]) => verb),
    ['consent', 'js', 'set', 'config', 'event'],
  )
  assert.deepEqual(named('set')[0]?.[1], {
    ...view,
    user_id: null,
    is_logged_in: false,
    is_full_account: false,
  })
  assert.partialDeepStrictEqual(named('config')[0], ['config', 'G-TEST1', { send_page_view: false }])
})

test('every view says who is looking, and it is configured once', () => {
  const { measure, viewer, named } = measuring()
  measure.page(view)
  Object.assign(viewer, { user_id: 'u1', is_logged_in: true, is_full_account: true })
  measure.page({ ...view, page_path: '/items' })
  assert.equal(named('config').length, 1)
  assert.deepEqual(named('event')[1]?.[2], {
    ...view,
    page_path: '/items',
    user_id: 'u1',
    is_logged_in: true,
    is_full_account: true,
  })
})

test('a visit continues at the other hosts of the owner, where there are some', () => {
  const linked = measuring(['a.example', 'b.example'])
  linked.measure.page(view)
  const config = { linker: { domains: ['a.example', 'b.example'] } }
  assert.partialDeepStrictEqual(linked.named('config')[0], ['config', 'G-TEST1', config])
  const alone = measuring()
  alone.measure.page(view)
  assert.ok(!JSON.stringify(alone.named('config')).includes('linker'))
})
