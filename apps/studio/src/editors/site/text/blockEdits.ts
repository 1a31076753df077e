import { joinRuns, lengthOf, printRuns, replaceRange, splitRuns, treeRuns } from '@atelier/site'
import { operations } from '../session/handles.ts'
import type { BlockKind } from '../session/textState.ts'
import { changedBlock, isContinued, isHeading, leaveList, splitBlock } from './blocks.ts'
import type { TypedText } from './typedText.ts'

/**
 * Puts blocks in the place of an element, the first of them with its id: one step of undo.
 * @returns the ids of the blocks behind the first one; undefined if nothing was changed
 */
async function rewrite(text: TypedText, html: string, id = text.nodeId): Promise<readonly string[] | undefined> {
  const { session, page, renderer, canvas } = text.host
  const result = await text.runOwn(() => session.run(operations.setRichText, { nodeId: id, html }))
  const parent = page.model.tree().node(id)?.parent
  if (!result.ok || parent === undefined) return undefined
  renderer.update(canvas(id === text.nodeId ? id : undefined), {
    fields: new Set([id]),
    placed: new Set([parent, id]),
  })
  return result.data?.nodeIds ?? []
}

/**
 * Makes the element another kind of block.
 * @param cut how many characters at its start go: the signs that asked for it
 */
export function setBlock(text: TypedText, kind: BlockKind, cut = 0): Promise<unknown> {
  return text.inTurn(async () => {
    await text.commitTyped()
    const node = text.node()
    if (!node || text.isFinished() || (node.tag === kind && cut === 0)) return
    const range = text.range() ?? { from: 0, to: 0 }
    const rest = cut > 0 ? replaceRange(text.base(), { from: 0, to: cut }, []) : text.base()
    if ((await rewrite(text, changedBlock(node, kind, rest))) === undefined || text.isFinished()) return
    const moved = { from: Math.max(0, range.from - cut), to: Math.max(0, range.to - cut) }
    if (kind === 'ul' || kind === 'ol') {
      const [item] = text.host.page.model.tree().children(text.nodeId)
      if (item) text.continueIn(item.id, moved.from)
      return
    }
    text.show(moved)
  })
}

/**
 * Enter in a paragraph or an item: begins the next one, with the text behind the caret. In the last item of a list, if
 * it is empty, it begins a paragraph behind the list.
 */
export function startNextBlock(text: TypedText): Promise<unknown> {
  return text.inTurn(async () => {
    const range = text.range()
    await text.commitTyped()
    const node = text.node()
    if (!node || !range || text.isFinished()) return
    const tree = text.host.page.model.tree()
    const list = tree.node(node.parent)
    if (node.tag === 'li' && list && lengthOf(text.base()) === 0) {
      const isLast = tree.children(list.id).findLast(({ kind }) => kind === 'element')?.id === node.id
      if (!isLast) return text.finish()
      text.end()
      const [next] = (await rewrite(text, leaveList(tree, list, node.id), list.id)) ?? []
      text.continueIn(next ?? list.id, 'start')
      return
    }
    const [before, behind] = splitRuns(replaceRange(text.base(), range, []), range.from)
    const [next] = (await rewrite(text, splitBlock(node, before, behind))) ?? []
    if (next !== undefined) text.continueIn(next, 'start', true)
  })
}

/** Backspace at the start: a paragraph or an item becomes the end of the one before it. */
export function joinBlockBefore(text: TypedText): Promise<unknown> {
  return text.inTurn(async () => {
    await text.commitTyped()
    const node = text.node()
    if (!node || text.isFinished()) return
    const { session, page, renderer, canvas } = text.host
    const tree = page.model.tree()
    const siblings = tree.children(node.parent).filter(({ kind }) => kind === 'element')
    const previous = siblings[siblings.findIndex(({ id }) => id === node.id) - 1]
    if (!previous || !(isContinued(previous) || isHeading(previous.tag)) || !isContinued(node)) return
    const before = treeRuns(tree, previous.id, true)
    const html = printRuns(joinRuns([...before, ...text.base()]))
    const calls = [
      { name: operations.setRichText.id, input: { nodeId: previous.id, html, base: printRuns(before) } },
      { name: operations.deleteNode.id, input: { nodeId: node.id } },
    ]
    const result = await text.runOwn(() => session.run(operations.batch, { calls }))
    if (!result.ok) return
    text.end()
    renderer.update(canvas(undefined), { fields: new Set(), placed: new Set([node.parent, previous.id]) })
    text.continueIn(previous.id, lengthOf(before))
  })
}

/** Pastes into the text: several paragraphs become blocks behind it where it may have some. */
export async function pasteBlocksInto(text: TypedText, data: DataTransfer): Promise<void> {
  // A clipboard's content is gone once the event is over.
  const [html, plain] = [data.getData('text/html'), data.getData('text/plain')]
  const { pastedBlocks, pasteBlocks } = await import('./paste.ts')
  const blocks = pastedBlocks(html, plain, { links: text.canLink() })
  if (blocks.length === 0) return
  await text.inTurn(async () => {
    await text.commitTyped()
    const [node, range] = [text.node(), text.range()]
    if (!node || !range || text.isFinished()) return
    const result = pasteBlocks(node, text.base(), range, blocks)
    const caret = { from: result.caret, to: result.caret }
    if (result.html === undefined) {
      if ((await text.write(result.runs, text.base())) && !text.isFinished()) text.show(caret)
      return
    }
    const behind = await rewrite(text, result.html)
    if (!behind || text.isFinished()) return
    const last = behind.at(-1)
    if (last === undefined) {
      text.show(caret)
      return
    }
    const item = text.host.page.model
      .tree()
      .children(last)
      .findLast(({ tag }) => tag === 'li')
    text.continueIn(item?.id ?? last, result.caret)
  })
}
