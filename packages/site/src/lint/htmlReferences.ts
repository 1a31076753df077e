import { srcsetCandidates } from '../media/srcset.ts'
import type { Inventory, NameUse } from './htmlNames.ts'
import type { MistakeKind, Mistakes } from './mistakes.ts'

const DUPLICATE_ID: MistakeKind = {
  says: (list) =>
    `An id is for one element of a page, and these are given more than once: ${list}. Links and labels find only the first; give the others ids of their own with updateNodeProps.`,
}
const NO_ANCHOR: MistakeKind = {
  says: (list) =>
    `No element has the id that these links lead to: ${list}. Set that id on the section they mean (updateNodeProps), or change the link.`,
}
const NO_ID: MistakeKind = {
  says: (list) =>
    `No element of the page has the id that is named by ${list}, so it does nothing. Set that id on the element meant with updateNodeProps.`,
}
const NO_PAGE: MistakeKind = {
  says: (list) =>
    `There is no page or file at the address of ${list}. list_documents lists the pages; make the page with addPage, or change the link with updateNodeProps.`,
}
const NO_FILE: MistakeKind = {
  says: (list) =>
    `The site has no file for ${list}, so nothing shows there. list_media lists the files that are there; use one of those or a full https:// address, with updateNodeProps.`,
}
const NO_RULE: MistakeKind = {
  says: (list, count) =>
    `No stylesheet has a rule for the ${count === 1 ? 'class' : 'classes'} ${list}, so ${count === 1 ? 'it changes' : 'they change'} nothing yet. Write the rules with applyCss.`,
}
const TAILWIND: MistakeKind = {
  says: (list) =>
    `Tailwind and the like do not run here, and no stylesheet has a rule for ${list}. Write classes of your own with applyCss, by the site’s tokens (list_tokens).`,
}

/** Utilities as Tailwind names them, whole or up to their value. */
const UTILITY_WORDS: ReadonlySet<string> = new Set(
  'flex grid block inline inline-block inline-flex hidden relative absolute fixed sticky static italic underline uppercase lowercase capitalize truncate antialiased container'.split(
    ' ',
  ),
)
const UTILITY_NAMES: ReadonlySet<string> = new Set(
  'p m px py pt pr pb pl mx my mt mr mb ml w h min-w max-w min-h max-h text font bg border rounded shadow gap gap-x gap-y space-x space-y flex grid col row items justify self content place order z top right bottom left inset opacity leading tracking ring from via to overflow object transition duration ease delay scale rotate translate-x translate-y cursor select divide line-clamp aspect size list whitespace break align backdrop blur fill stroke grow shrink basis columns sr not-sr'.split(
    ' ',
  ),
)

/** Whether a class is one of Tailwind's utilities: `md:flex`, `px-4`, `bg-blue-500`, `hover:underline`, `w-[20px]`. */
function isUtility(written: string): boolean {
  if (written.length > 120 || !/^(?:[a-z0-9-]+:)*[\w./[\]#%(),-]+$/.test(written)) return false
  const variant = written.slice(written.lastIndexOf(':') + 1)
  const name = variant.startsWith('-') ? variant.slice(1) : variant
  if (UTILITY_WORDS.has(name)) return true
  for (let dash = name.indexOf('-'); dash > 0 && dash < name.length - 1; dash = name.indexOf('-', dash + 1)) {
    if (UTILITY_NAMES.has(name.slice(0, dash))) return true
  }
  return false
}

/** The maximum number of different links checked per call. */
const MAX_LINKS = 300

/** Lookups in the surrounding page and the site. Each is called only if something refers to it. */
export interface Surroundings {
  /** Whether the page has an id outside of the HTML that was sent. */
  hasId(id: string): boolean
  /** The same, also in the templates and components around the page. */
  hasIdAround(id: string): Promise<boolean>
  /** Whether the target of a link exists. */
  leads(url: string): Promise<boolean>
  /** Whether the site has the file of a URL, or the URL leads elsewhere. */
  isThere(url: string): boolean
  /** Those of the classes that no rule, token or script uses. */
  unknownClasses(classes: ReadonlySet<string>): string[]
  /** Whether the site makes rules of utility classes itself. */
  hasUtilities: boolean
}

/** Checks what parsed HTML names: ids, anchors, pages, files and classes. */
export async function checkReferences(found: Inventory, around: Surroundings, mistakes: Mistakes): Promise<void> {
  for (const [id, count] of found.ids) {
    if (count > 1 || (count > 0 && !id.includes('{') && around.hasId(id))) mistakes.add(DUPLICATE_ID, id)
  }
  const isMissing = async (id: string) => !found.ids.has(id) && !around.hasId(id) && !(await around.hasIdAround(id))
  for (const { id, value } of found.anchors) if (await isMissing(id)) mistakes.add(NO_ANCHOR, value)
  for (const use of found.idUses) {
    if (await isMissing(use.id)) mistakes.add(NO_ID, attributeText(use))
  }
  const led = new Map<string, boolean>()
  for (const link of found.links) {
    if (led.size > MAX_LINKS) break
    const leads = led.get(link.value) ?? (await around.leads(link.value))
    led.set(link.value, leads)
    if (!leads) mistakes.add(NO_PAGE, attributeText(link))
  }
  for (const file of found.files) {
    for (const url of urlsOf(file))
      if (!around.isThere(url)) mistakes.add(NO_FILE, `<${file.tag} ${file.name}="${url}">`)
  }
  const unknown = around
    .unknownClasses(found.classes)
    .filter((each) => !/[\\"'“”„‘’<>$]/.test(each) && !(around.hasUtilities && isUtility(each)))
  const utilities = unknown.filter((each) => isUtility(each))
  const isTailwind = utilities.length > 1
  for (const each of unknown) mistakes.add(isTailwind && isUtility(each) ? TAILWIND : NO_RULE, each)
}

const attributeText = ({ tag, name, value }: NameUse) => `<${tag} ${name}="${value}">`

/** The candidates of a `srcset`, or the one URL. */
function urlsOf({ name, value }: NameUse): string[] {
  if (name !== 'srcset') return [value]
  if (value.includes('data:')) return []
  return srcsetCandidates(value).map(({ url }) => url)
}
