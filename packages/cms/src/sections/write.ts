import { type Envelope, fail, ok } from '@atelier/operation'
import { mapCssUrls, mediaByPath, nodeAttribute, type PageTree, printRuns, sitePath, treeRuns } from '@atelier/site'
import { type CmsContext, site } from '../context/context.ts'
import { type Field, keepsWhiteSpace } from './fields.ts'
import { reworded } from './words.ts'

type Values = { [name: string]: string | null | undefined }
/** The new value of a field as a call gives it; null clears it. */
export type Given = string | null | Values

/** Text with elements in it, to be written as such. */
const HTML = /<[a-z!/]/i

/** Writes a field. Returns whether anything changed, or why it was refused. */
export async function writeField(
  context: CmsContext,
  tree: PageTree,
  field: Field,
  given: Given,
): Promise<Envelope<{ changed: boolean }>> {
  const path = `/content/${field.name}`
  if (field.isBound) {
    const { collectionSlug, entryId, field: name } = field.entry ?? {}
    const hint =
      field.entry === undefined
        ? 'Change the entry or the setting that it shows.'
        : `It is ${name} of the entry ${collectionSlug}/${entryId}: change it with the operations of content.`
    return fail('bound_field', `“${field.name}” shows a value from elsewhere.`, { path, hint })
  }
  switch (field.kind) {
    case 'text':
      return given === null || typeof given === 'string'
        ? writeTextField(context, tree, field, given ?? '')
        : noText(path)
    case 'link':
      return writeLink(context, tree, field, given, path)
    case 'picture':
      return writePicture(context, tree, field, given, path)
    case 'background':
      return writeBackground(context, tree, field, given, path)
    case 'parameter':
      if (given !== null && typeof given !== 'string') return noText(path)
      return patch(context, field, given === field.value ? {} : { [field.role]: given })
  }
}

const noText = (path: string) =>
  fail('invalid_value', 'This field takes a text, or null to clear it.', { path, hint: 'Send a text.' })

async function writeTextField(
  context: CmsContext,
  tree: PageTree,
  { nodeId }: Field,
  text: string,
): Promise<Envelope<{ changed: boolean }>> {
  const node = tree.node(nodeId)
  if (!node) return fail('unknown_node', `The node "${nodeId}" is gone.`, { hint: 'Read the section again.' })
  const runs = treeRuns(tree, nodeId)
  const html = HTML.test(text) ? text : printRuns(reworded(runs, text, keepsWhiteSpace(node)))
  if (html === printRuns(runs)) return ok({ changed: false })
  const done = await context.others.invoke(site('site.setRichText'), { nodeId, html })
  if (!done.ok) return done
  const [refused] = done.data?.refused ?? []
  if (refused) {
    const hint = 'Send plain words, or leave that part out.'
    return fail('refused', `${refused.what} was refused: ${refused.why}.`, { path: '/content', hint })
  }
  return ok({ changed: true }, { warnings: done.warnings })
}

/** @param values attributes and props; none if nothing changes */
async function patch(
  context: CmsContext,
  { nodeId }: Field,
  values: Record<string, string | null>,
): Promise<Envelope<{ changed: boolean }>> {
  if (Object.keys(values).length === 0) return ok({ changed: false })
  const done = await context.others.invoke(site('site.updateNodeProps'), { nodeId, patch: values })
  return done.ok ? ok({ changed: true }, { warnings: done.warnings }) : done
}

async function writeLink(
  context: CmsContext,
  tree: PageTree,
  field: Field,
  given: Given,
  path: string,
): Promise<Envelope<{ changed: boolean }>> {
  const { label, href, ...unknown }: Values =
    typeof given === 'string' || given === null ? { label: given ?? '' } : given
  const [wrong] = Object.keys(unknown)
  if (wrong !== undefined)
    return fail('invalid_value', `A link has no “${wrong}”.`, { path, hint: 'Send a text, or {label, href}.' })
  const now = typeof field.value === 'object' && 'label' in field.value ? field.value : { label: '', href: '' }
  if (label !== undefined && label !== null && label !== now.label && now.label === '') {
    const hint = 'Change the fields for what is inside the link.'
    return fail('invalid_value', 'This link has no text of its own.', { path, hint })
  }
  const moved = await patch(context, field, href === undefined || href === null || href === now.href ? {} : { href })
  if (!moved.ok) return moved
  const said = label === undefined ? undefined : await writeTextField(context, tree, field, label ?? '')
  if (said && !said.ok) return said
  const warnings = [...(moved.warnings ?? []), ...(said?.warnings ?? [])]
  return ok({ changed: moved.data?.changed === true || said?.data?.changed === true }, { warnings })
}

async function writePicture(
  context: CmsContext,
  tree: PageTree,
  field: Field,
  given: Given,
  path: string,
): Promise<Envelope<{ changed: boolean }>> {
  if (given === null)
    return fail('invalid_value', 'A picture cannot be empty.', { path, hint: 'Give the address of another one.' })
  const { src, alt, ...unknown }: Values = typeof given === 'string' ? { src: given, alt: undefined } : given
  const [wrong] = Object.keys(unknown)
  if (wrong !== undefined)
    return fail('invalid_value', `A picture has no “${wrong}”.`, { path, hint: 'Send an address, or {src, alt}.' })
  const now = typeof field.value === 'object' && 'src' in field.value ? field.value : { src: '', alt: '' }
  const values: Record<string, string | null> = {}
  const warnings: string[] = []
  if (typeof src === 'string' && src !== now.src) {
    values.src = src
    const node = tree.node(field.nodeId)
    const path = sitePath(src)
    const file = path === undefined ? undefined : mediaByPath(context.site, path)
    const { width, height } = file ?? {}
    // They belong to the picture that was there.
    for (const [name, size] of [['srcset'], ['sizes'], ['width', width], ['height', height]] as const)
      if (node && nodeAttribute(node, name) !== undefined) values[name] = size === undefined ? null : String(size)
    values.alt = file?.alt ?? ''
    if (values.alt === '' && alt === undefined) warnings.push(`The new picture of ${field.name} has no alt text.`)
  }
  if (typeof alt === 'string') values.alt = alt
  if (values.alt === now.alt) delete values.alt
  const done = await patch(context, field, values)
  return done.ok ? ok(done.data, { warnings: [...warnings, ...(done.warnings ?? [])] }) : done
}

async function writeBackground(
  context: CmsContext,
  tree: PageTree,
  field: Field,
  given: Given,
  path: string,
): Promise<Envelope<{ changed: boolean }>> {
  if (typeof given !== 'string' || given === '')
    return fail('invalid_value', 'A background takes the address of a picture.', { path, hint: 'Send an address.' })
  if (given === field.value) return ok({ changed: false })
  const node = tree.node(field.nodeId)
  const style = mapCssUrls((node && nodeAttribute(node, 'style')) ?? '', (url) =>
    url === field.value ? given : undefined,
  )
  return patch(context, field, { style })
}
