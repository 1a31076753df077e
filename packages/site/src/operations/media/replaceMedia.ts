import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { rewriteDeclaration } from '../../css/edit.ts'
import { preludeKey } from '../../css/records.ts'
import { field } from '../../document/node.ts'
import { documents, settings } from '../../document/pages.ts'
import { nodeAttributes, readTree } from '../../document/tree.ts'
import { sitePath, siteUrl } from '../../media/resolve.ts'
import { documentAddress, mapAttributeUrls, mapCssUrls } from '../../media/shown.ts'
import { styledPlaces } from '../../read/mediaUses.ts'
import { findMedia } from './mediaTarget.ts'

export const replaceMedia = defineOperation({
  id: 'site.replaceMedia',
  summary: 'Use another file instead',
  description:
    'Show another media file wherever one is used: elements, styles, settings. Both files stay in the library.',
  icon: 'replace',
  keywords: ['swap picture', 'exchange image', 'new logo everywhere', 'replace image'],
  effect: 'write',
  tab: true,
  affects: ['site', 'page'],
  onDemand: true,
  input: Type.Object({ mediaId: Type.String(), withMediaId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ replaced: Type.Integer(), url: Type.String(), pageIds: Type.Array(Type.String()) }),
  async run(context: SiteContext, { mediaId, withMediaId }) {
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
    for (const { id } of documents(site)) {
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
            if (mapped !== value) page.set(field.attribute(node.id, name), mapped)
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
    return ok({ replaced, url, pageIds })

    function replaceText(key: string, map: (written: string) => string | undefined, value = site.get(key)): void {
      const mapped = typeof value === 'string' && value.length < 1_000 ? map(value) : undefined
      if (mapped !== undefined) site.set(key, mapped)
    }
  },
})
