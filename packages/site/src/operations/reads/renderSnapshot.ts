import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import type { Capture } from '../../context/surface.ts'
import { type Breakpoint, breakpoints, documents } from '../../document/pages.ts'
import { type PageTree, readTree } from '../../document/tree.ts'
import { collectUses } from '../../tokens/uses.ts'
import { utilityCss } from '../../utilities/sheet.ts'
import { frameHtml } from '../../view/frame.ts'
import { LayoutReport, layoutReport } from '../../view/report.ts'
import { PlacedRef, pageReference } from '../shared/documentRef.ts'
import { findNode, findPage } from '../shared/target.ts'

/** The most pixels that the long edge of a picture has: models scale a larger one down themselves. */
const MAX_IMAGE_EDGE = 1568

export const render_snapshot = defineOperation({
  id: 'site.render_snapshot',
  summary: 'Look at a page',
  description:
    'How the open page renders: boxes, warnings (overflow, broken images, invisible nodes), a picture if you can see. nodeId: that node alone. For visual changes, not after every edit.',
  icon: 'eye',
  keywords: ['screenshot', 'picture of the page', 'preview', 'how does it look', 'look', 'visual check', 'capture'],
  effect: 'read',
  executor: 'view',
  heavy: true,
  wantsVision: true,
  input: Type.Object(
    { breakpointId: Type.Optional(Type.String()), nodeId: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    document: PlacedRef,
    breakpointId: Type.String(),
    nodeId: Type.Optional(Type.String()),
    label: Type.String(),
    width: Type.Number(),
    /** Epoch milliseconds. */
    capturedAt: Type.Number(),
    layout: LayoutReport,
    /** The picture beside the data; null if none was asked for or could be made. */
    screenshot: Type.Union([
      Type.Object({ mimeType: Type.String(), width: Type.Number(), height: Type.Number() }),
      Type.Null(),
    ]),
  }),
  async run(context: SiteContext, { breakpointId, nodeId }) {
    const { view } = context
    if (!view) return needsEditor()
    const node = nodeId === undefined ? undefined : await findNode(context, nodeId)
    if (node?.refused) return node.refused
    const open = node ?? (await findPage(context))
    if (open.refused) return open.refused
    const { entry, tree } = open.found
    const scope = node?.found?.node.id
    const all = breakpoints(context.site)
    const breakpoint = pickBreakpoint(all, breakpointId, context.editor.activeBreakpointId)
    if (!breakpoint) {
      const list = all.map(({ id, width }) => `${id} (${width} px)`).join(', ')
      const hint = list === '' ? undefined : `The breakpoints are ${list}.`
      return fail('unknown_breakpoint', `There is no breakpoint "${breakpointId}".`, { path: '/breakpointId', hint })
    }
    const { width } = breakpoint
    const trees = await openTrees(context, entry.id, tree)
    const used = documents(context.site).flatMap(({ id }) => {
      const each = trees(id)
      return each ? [...collectUses(each).classes] : []
    })
    const utilities = await utilityCss(context.site, used, view.compileUtilities)
    const html = frameHtml(context.site, entry, trees, view.files, utilities)
    const shown = await view.show({ html, width, height: heightAt(width) })
    try {
      const measured = await shown.measure()
      const found = layoutReport(measured, scope)
      if (!found) {
        return fail('not_rendered', `The node "${nodeId}" is not rendered: it, or something around it, is hidden.`, {
          path: '/nodeId',
          hint: 'Look at the node around it, or at the whole page.',
        })
      }
      const capture = view.picture ? await shown.capture(found.area, MAX_IMAGE_EDGE) : undefined
      const picture: Capture | undefined = capture && 'data' in capture ? capture : undefined
      return ok(
        {
          document: pageReference(entry),
          breakpointId: breakpoint.id,
          ...(nodeId === undefined ? {} : { nodeId }),
          label: breakpoint.label,
          width,
          capturedAt: context.now(),
          layout: found.report,
          screenshot: picture ? { mimeType: picture.mimeType, width: picture.width, height: picture.height } : null,
        },
        {
          ...(picture ? { images: [{ mimeType: picture.mimeType, data: picture.data }] } : {}),
          warnings: [...(measured.notes ?? []), ...(capture && 'problem' in capture ? [capture.problem] : [])],
        },
      )
    } finally {
      await shown.close()
    }
  },
})

/** The trees that a page is composed from: its own, the templates and the components. */
async function openTrees(
  { site, drafts }: SiteContext,
  pageId: string,
  own: PageTree,
): Promise<(documentId: string) => PageTree | undefined> {
  const trees = new Map([[pageId, own]])
  for (const { id, kind } of documents(site)) {
    const draft = kind === 'page' || trees.has(id) ? undefined : await drafts.open(id)
    if (draft) trees.set(id, readTree(draft))
  }
  return (documentId) => trees.get(documentId)
}

/** The result if nothing renders the page. */
function needsEditor() {
  return fail('needs_editor', 'Nothing renders the page now, so it cannot be looked at.', {
    hint: 'It needs the project open in an editor tab, or Chromium on the server. Continue with what read_document returns.',
  })
}

/** The height of a usual screen of this width, which `vh` and the first fold go by. */
function heightAt(width: number): number {
  if (width < 600) return 812
  return width < 1100 ? 1024 : 900
}

function pickBreakpoint(
  all: readonly Breakpoint[],
  wanted: string | undefined,
  active: string | undefined,
): Breakpoint | undefined {
  if (wanted !== undefined) return all.find(({ id }) => id === wanted)
  return all.find(({ id }) => id === active) ?? all.at(-1) ?? { id: 'desktop', label: 'Desktop', width: 1440 }
}
