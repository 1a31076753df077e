import { expect } from 'vitest'
import type { Answered, Scene } from './scene.ts'

/** A check that the door holds the rule, or why the rule has nothing to hold there. */
export type Cell = ((scene: Scene) => Promise<void>) | string

export type Act = (scene: Scene) => Promise<Answered>

/** Checks that an act is refused, and that no document is another one after it. */
export async function expectRefused(scene: Scene, act: Act, because?: RegExp): Promise<void> {
  const before = await scene.state()
  const answer = await act(scene)
  expect(answer).toMatchObject({ ok: false })
  if (because) expect(answer.text).toMatch(because)
  expect(await scene.state()).toEqual(before)
}

/** Checks that an agent changes nothing inside a locked node, and does not unlock it. */
export const holdsLocks =
  (call: (scene: Scene, name: string, input: object) => Promise<Answered>): Cell =>
  async (scene) => {
    const ids = [scene.own.child]
    await scene.change('site.setLocked', { ids, locked: true })
    const html = '<p>By an agent</p>'
    await expectRefused(scene, (at) => call(at, 'site.insertHtml', { parentId: at.own.child, html }), /locked/)
    await expectRefused(scene, (at) => call(at, 'site.setLocked', { ids, locked: false }), /locked/)
    await scene.change('site.setLocked', { ids, locked: false })
  }

/** Checks that a program with a key cannot do what a person does, once a node that this changes is locked. */
export const locksOutKeys =
  (prepare: (scene: Scene) => Promise<Act>): Cell =>
  async (scene) => {
    const act = await prepare(scene)
    const ids = [scene.own.child]
    await scene.change('site.setLocked', { ids, locked: true })
    await expectRefused(scene, act, /locked/)
    await scene.change('site.setLocked', { ids, locked: false })
    await act(scene)
  }

/** The same of an act that is too much to be done at the end. */
export const locksOutKeysAfter =
  (act: Act): Cell =>
  async (scene) => {
    const ids = [scene.own.child]
    await scene.change('site.setLocked', { ids, locked: true })
    await expectRefused(scene, act, /locked/)
    await scene.change('site.setLocked', { ids, locked: false })
  }

/** An edit of the node that is locked then; its change set. */
export const editChild = (scene: Scene) =>
  scene.change('site.updateNodeProps', { nodeId: scene.own.child, patch: { title: crypto.randomUUID() } })
