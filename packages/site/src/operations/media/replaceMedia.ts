import type { Draft } from '@atelier/documents'
import { createRests, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { rewriteDeclaration } from '../../css/edit.ts'
import { preludeKey } from '../../css/records.ts'
import { field } from '../../document/node.ts'
import { documents, settings } from '../../document/pages.ts'
import { escapeTokens, holdsToken } from '../../document/tokenText.ts'
import { nodeAttribute, nodeAttributes, type PageNode, readTree } from '../../document/tree.ts'
import type { MediaEntry } from '../../media/entries.ts'
import { sitePath, siteUrl } from '../../media/resolve.ts'
import { documentAddress, mapAttributeUrls, mapCssUrls } from '../../media/shown.ts'
import { styledPlaces } from '../../read/mediaUses.ts'
import { findMedia } from './mediaTarget.ts'

export const replaceMedia = defineOperation({
  id: 'site.replaceMedia',
  summary: 'Use another file instead',
  description:
    'Show another media file wherever one is used: elements, styles, settings. Both files stay in the library. The old picture’s alt text goes: `alt`, else the new file’s, is put in its place.',
  icon: 'replace',
  keywords: ['swap picture', 'exchange image', 'new logo everywhere', 'replace image'],
  effect: 'write',
  tab: true,
  affects: ['site', 'page'],
  onDemand: true,
  input: Type.Object(
    {
      mediaId: Type.String(),
      withMediaId: Type.String(),
      alt: Type.Optional(Type.String({ maxLength: 2_000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ replaced: Type.Integer(), url: Type.String(), pageIds: Type.Array(Type.String()) }),
  async run(context: SiteContext, { mediaId, withMediaId, alt }) {
    const { site, drafts } = context
    const { found: old, refused } = findMedia(context, mediaId)
    if (refused) return refused
    const { found: next, refused: missing } = findMedia(context, withMediaId, '/withMediaId')
    if (missing) return missing
    if (old.id === next.id) {
      return fail('invalid_input', 'A file cannot replace itself.', { path: '/withMediaId' })
    }
    const url = siteUrl(next.path)
    let replaced = 0
    const mapping = (address: string) => (written: string) => {
      if (sitePath(written, address) !== old.path) return undefined
      const hash = written.indexOf('#')
      replaced += 1
      return `${url}${hash < 0 ? '' : written.slice(hash)}`
    }
    const pageIds: string[] = []
    const undescribed: string[] = []
    const rest = createRests()
    for (const { id, title } of documents(site)) {
      await rest()
      const page = await drafts.open(id)
      if (!page) continue
      const before = replaced
      const tree = readTree(page)
      const map = mapping(documentAddress(site, id))
      for (const from of new Set([tree.head, tree.root])) {
        if (from === '') continue
        for (const node of [...tree.walk(from)]) {
          if (node.kind !== 'element') continue
          for (const [name, value] of nodeAttributes(node)) {
            const mapped = mapAttributeUrls(name, value, map)
            if (mapped === value) continue
            page.set(field.attribute(node.id, name), mapped)
            if (node.tag !== 'img' || name !== 'src') continue
            fitSize(page, node, old, next)
            if (!describePicture(page, node, alt, next)) undescribed.push(title)
          }
        }
      }
      if (replaced > before) pageIds.push(id)
      for (const key of [...site.keys(`page:${id}/`)]) replaceText(key, mapping('/'))
    }
    for (const { rule, declaration, text, address } of [...styledPlaces(site)]) {
      const mapped = mapCssUrls(text, mapping(address))
      if (mapped === text) continue
      if (declaration) rewriteDeclaration(site, rule, declaration, mapped)
      else site.set(preludeKey(rule.id), mapped)
    }
    for (const name of Object.keys(settings(site))) replaceText(`settings/${name}`, mapping('/'), settings(site)[name])
    const where = [...new Set(undescribed)].slice(0, 5).join(', ')
    const warnings =
      undescribed.length === 0
        ? []
        : [`${undescribed.length} of the pictures have no alt text now (${where}): describe the file with updateMedia.`]
    return ok({ replaced, url, pageIds }, { warnings })

    function replaceText(key: string, map: (written: string) => string | undefined, value = site.get(key)): void {
      const mapped = typeof value === 'string' && value.length < 1_000 ? map(value) : undefined
      if (mapped !== undefined) site.set(key, mapped)
    }
  },
})

/**
 * Puts another alternative text in the place of the old picture's, which says nothing of the new one. An empty one stays:
 * the picture is decoration there. Returns whether the picture is described.
 */
function describePicture(page: Draft, node: PageNode, given: string | undefined, next: MediaEntry): boolean {
  const before = nodeAttribute(node, 'alt')
  const text = given ?? next.alt ?? ''
  const isDecoration = before === '' && given === undefined
  const hadNone = before === undefined && text === ''
  if (isDecoration || hadNone || (before !== undefined && holdsToken(before))) return true
  const alt = escapeTokens(text)
  if (alt !== before) page.set(field.attribute(node.id, 'alt'), alt)
  return alt !== ''
}

/** Keeps the width that a picture has on a page, and gives it the height that the new file has at that width. */
function fitSize(page: Draft, node: PageNode, old: MediaEntry, next: MediaEntry): void {
  const [width, height] = ['width', 'height'].map((name) => Number(nodeAttribute(node, name)))
  if (!width || !height || !next.width || !next.height) return
  const isWhole = width === old.width && height === old.height
  const size = isWhole ? next : { width, height: Math.round((width * next.height) / next.width) }
  for (const name of ['width', 'height'] as const)
    if (String(size[name]) !== nodeAttribute(node, name)) page.set(field.attribute(node.id, name), String(size[name]))
}
