import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogueWorld } from '../../testing/catalogue-world.ts'
import { demoFolder } from '../../testing/demo-folder.ts'
import { importCatalogue } from './import.ts'

test('the demo has a film of twenty seconds, with captions, a poster and a sound that describes it', async (t) => {
  const world = await catalogueWorld(t)
  const run = async () => importCatalogue({ ...world, folder: await demoFolder(world), log: () => {} })
  await run()
  const [film] = await world.sql<{ folder: string; seconds: number }[]>`
    select folder, seconds from content_videos where content_id = 'moon-night'`
  assert.equal(film?.seconds, 20)
  const files = await readdir(join(world.home, 'contents', film.folder))
  for (const name of ['video.json', 'ja.vtt', 'en.vtt', 'video-00004.ts', 'sound-00000.ts', 'description-00000.ts'])
    assert.ok(files.includes(name), name)
  assert.equal((await world.sql`select 1 from content_pages where content_id = 'moon-night'`).length, 1)
  const [item] = await world.sql`select has_contents as "hasContents" from items where id = 'moon-rabbit'`
  assert.equal(item?.['hasContents'], true)
  assert.equal((await run()).isUnchanged, true)
})

test('what is wrong with a video is named with its line, and nothing is imported', async (t) => {
  const world = await catalogueWorld(t)
  const film = (more: string) => `- id: film\n  type: video\n  item: one\n  name: { ja: 映画, en: Film }\n${more}`
  const cases: [string, Record<string, string>, RegExp][] = [
    ['no video', { 'contents.yaml': film('') }, /contents\.yaml:1 {2}video: is missing/],
    ['no file', { 'contents.yaml': film('  video: a.mp4\n') }, /contents\.yaml:5 {2}video: there is no file "a\.mp4"/],
    ['no video file', { 'contents.yaml': film('  video: a.mp4\n'), 'a.mp4': 'text' }, /:5 {2}video: .* is no video/],
    ['another kind', { 'contents.yaml': film('  video: a.exe\n'), 'a.exe': 'text' }, /is no MP4, MOV or WebM file/],
    [
      'captions of another kind',
      { 'contents.yaml': film('  video: a.mp4\n  captions: { ja: a.srt }\n'), 'a.srt': '1\n00:00' },
      /captions\.ja: "a\.srt" is no WebVTT file/,
    ],
    ['outside', { 'contents.yaml': film('  video: ../a.mp4\n') }, /must be a path inside the folder/],
    ['an unknown type', { 'contents.yaml': film('').replace('video', 'song') }, /type: "song" is none of/],
    ['a field of ebooks', { 'contents.yaml': film('  direction: ltr\n') }, /direction: is no field of this table/],
  ]
  for (const [name, files, message] of cases)
    await assert.rejects(
      importCatalogue({ ...world, folder: await world.folder(files), log: () => {} }),
      (error: Error) => message.test(error.message),
      name,
    )
  assert.equal((await world.sql`select 1 from contents`).length, 0)
})
