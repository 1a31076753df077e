import type { Draft } from '@atelier/documents'
import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { deleteNode } from '../../document/edit.ts'
import { page as pageEntry } from '../../document/pages.ts'
import { omitField, sourceField, sourceTextValue } from '../../document/translated.ts'
import { readTree } from '../../document/tree.ts'
import { readTranslation, type StaleText, type Translation, textKey } from '../../translation/stale.ts'
import { insertSourceText, translatedFrom, writeText } from '../../translation/translate.ts'
import { unknownPage } from '../shared/target.ts'

export const updateTranslation = defineOperation({
  id: 'site.updateTranslation',
  summary: 'Bring texts of a translated page up to date',
  description:
    'Answer texts that listStaleTexts names. With text: it is the translation now; one that is new is put in its place first. Without: a changed or untranslated one is right as it is, a new one is left out on purpose, one that is gone stays as this page’s own. take: true puts a new one in as its source says it, and removes one that is gone. In a run what is translated already is left as it is.',
  icon: 'languages',
  keywords: ['translate page', 'write translation', 'translation is right', 'accept translation'],
  effect: 'write',
  onDemand: true,
  affects: ['site', 'page'],
  input: Type.Object(
    {
      pageId: Type.String(),
      texts: Type.Array(
        Type.Object(
          {
            nodeId: Type.String(),
            attribute: Type.Optional(Type.String({ maxLength: 200 })),
            text: Type.Optional(Type.String({ maxLength: 200_000 })),
            take: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 200 },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pageId: Type.String(),
    /** The texts in the translation that were written, marked or put in. */
    nodeIds: Type.Array(Type.String()),
    /** The texts that are still to be looked at. */
    left: Type.Integer(),
  }),
  async run(context: SiteContext, { pageId, texts }) {
    const { site, drafts, actor } = context
    const entry = pageEntry(site, pageId)
    const page = entry && (await drafts.open(pageId))
    if (!entry || !page) return unknownPage(context, pageId)
    const read = () => readTranslation(site, entry, (id) => drafts.open(id))
    let found = await read()
    if (!found) {
      const hint = 'duplicatePage with locale makes a translation.'
      return fail('no_translation', `“${entry.title}” is not a translation.`, { path: '/pageId', hint })
    }
    const nodeIds: string[] = []
    const warnings: string[] = []
    for (const [at, given] of texts.entries()) {
      const stale = found.stale.find((each) => textKey(each) === textKey(given))
      const own = found.own.find((each) => textKey(each) === textKey(given) && each.of)
      if (!stale && !own) return notListed(given.nodeId, `/texts/${at}/nodeId`)
      // A text that a person has translated since the run has read it, or before, is theirs.
      if (!stale && actor.runId !== undefined) {
        warnings.push(`“${given.nodeId}” is translated already and was left; setTexts writes over it.`)
        continue
      }
      const kind = stale?.kind ?? 'untranslated'
      const done =
        kind === 'new' ? await addNew(context, found, page, given) : await writeTranslation(context, found, kind, given)
      if (typeof done !== 'string') return done ?? notListed(given.nodeId, `/texts/${at}/nodeId`)
      nodeIds.push(done)
      // An inserted element brings other texts with it, and its neighbours find their place by it.
      if (kind === 'new') found = (await read()) ?? found
    }
    return ok({ pageId, nodeIds, left: (await read())?.stale.length ?? 0 }, { warnings })
  },
})

interface Given {
  nodeId: string
  attribute?: string
  text?: string
  take?: boolean
}

const notListed = (nodeId: string, path: string) =>
  fail('not_stale', `“${nodeId.slice(0, 80)}” is no text of this translation.`, {
    path,
    hint: 'listStaleTexts names the texts with their nodeId and attribute.',
  })

/** Puts a new text in, or notes that it is left out. */
async function addNew(
  { site, newId }: SiteContext,
  found: Translation,
  page: Draft,
  { nodeId, attribute, text, take }: Given,
): Promise<string | Envelope<never> | undefined> {
  const { entry, source, tree, ofSource } = found
  const said = ofSource.get(textKey({ nodeId, ...(attribute === undefined ? {} : { attribute }) }))
  if (!said) return undefined
  if (text === undefined && !take) {
    page.set(`${tree.root}/${omitField(nodeId, attribute)}`, true)
    return nodeId
  }
  const value = sourceTextValue(await translatedFrom(said, text !== undefined))
  if (nodeId === source.id && attribute !== undefined) {
    site.set(`page:${entry.id}/${attribute}`, text ?? said.text)
    site.set(`page:${entry.id}/${sourceField(attribute)}`, value)
    return entry.id
  }
  const twin = twinWith(found, nodeId)
  // An attribute that an element has newly, where the element is there.
  const copy = attribute !== undefined && twin ? twin : await insertSourceText(found, page, nodeId, newId)
  const node = copy === undefined ? undefined : readTree(page).node(copy)
  if (!node) return undefined
  writeText(page, node, attribute, text ?? said.text)
  page.set(`${node.id}/${sourceField(attribute)}`, value)
  return node.id
}

/** The element of the translation that corresponds to one of the source by another of its texts. */
function twinWith({ own, standsFor, sourceTree, tree }: Translation, nodeId: string): string | undefined {
  for (const each of own) {
    const of = standsFor.get(textKey(each))?.split(' ', 1)[0]
    if (of === undefined) continue
    if (of === nodeId && each.attribute !== undefined) return each.nodeId
    if (each.attribute === undefined && sourceTree.node(of)?.parent === nodeId) return tree.node(each.nodeId)?.parent
  }
  return undefined
}

/** Writes or marks a text that the translation has. */
async function writeTranslation(
  { site, drafts }: SiteContext,
  { entry, tree, standsFor, ofSource }: Translation,
  kind: StaleText['kind'],
  { nodeId, attribute, text, take }: Given,
): Promise<string | undefined> {
  const isSetting = nodeId === entry.id && attribute !== undefined
  const draft = isSetting ? site : await holderOf(drafts, entry.id, nodeId, tree.node(nodeId) !== undefined, site)
  if (!draft) return undefined
  const key = `${isSetting ? `page:${entry.id}` : nodeId}/${sourceField(attribute)}`
  const node = isSetting ? undefined : readTree(draft).node(nodeId)
  if (!isSetting && !node) return undefined
  if (kind === 'gone') {
    draft.set(key, null)
    if (take && isSetting && attribute !== 'title') site.set(`page:${entry.id}/${attribute}`, '')
    else if (take && node) removeText(draft, nodeId, attribute)
  } else {
    const key2 = standsFor.get(textKey({ nodeId, ...(attribute === undefined ? {} : { attribute }) }))
    const said = key2 === undefined ? undefined : ofSource.get(key2)
    if (!said) return undefined
    draft.set(key, sourceTextValue(await translatedFrom(said, true)))
  }
  if (text === undefined) return nodeId
  if (isSetting) site.set(`page:${entry.id}/${attribute}`, text)
  else if (node) writeText(draft, node, attribute, text)
  return nodeId
}

/** The document of a text: the page, or a component that was made of a part of it. */
async function holderOf(
  drafts: SiteContext['drafts'],
  pageId: string,
  nodeId: string,
  isOwn: boolean,
  site: Draft,
): Promise<Draft | undefined> {
  if (isOwn) return await drafts.open(pageId)
  for (const key of site.keys('page:')) {
    if (key.includes('/')) continue
    const draft = await drafts.open(key.slice('page:'.length))
    if (draft?.has(nodeId)) return draft
  }
  return undefined
}

/** Removes a text, with the elements around it that then hold nothing. */
function removeText(page: Draft, nodeId: string, attribute: string | undefined): void {
  if (attribute !== undefined) {
    page.set(`${nodeId}/attr:${attribute}`, null)
    return
  }
  const tree = readTree(page)
  let top = tree.node(nodeId)
  for (
    let up = top && tree.node(top.parent);
    up && up.id !== tree.root && up.id !== tree.head;
    up = tree.node(up.parent)
  ) {
    const others = tree
      .children(up.id)
      .filter(({ id, kind, text }) => id !== top?.id && (kind === 'element' || text.trim() !== ''))
    if (others.length > 0) break
    top = up
  }
  if (top) deleteNode(page, top.id)
}
