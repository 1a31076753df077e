import type { View } from '@atelier/documents'
import { addCode, type CodeAsset, changeCode, codeAssets, codeByPath, maxCodeLength } from '../code/assets.ts'
import { refuseStyle } from '../code/styleSafety.ts'
import type { SiteContext } from '../context/context.ts'
import type { PackageSheet, SiteServices } from '../context/services.ts'
import { parseCss } from '../css/parse.ts'
import type { Item } from '../css/syntax.ts'

/** A stylesheet of a package that a page loads from another server. */
export interface PackageFile {
  /** As the page has it. */
  address: string
  name: string
  /** A version, a range or a tag. */
  version: string
  /** Within the package. */
  path: string
}

/** How many stylesheets of packages one call may bring. */
const MOST_SHEETS = 8
const FOLDER = 'vendor/'

const NAME = '((?:@[\\w.-]{1,60}\\/)?[\\w.-]{1,80})'
const VERSION = '(?:@([\\w.^~-]{1,40}))?'
/** Servers that answer with files of npm's packages under the name of the package. */
const MIRRORS = [
  new RegExp(`^(?:https?:)?//cdn\\.jsdelivr\\.net/npm/${NAME}${VERSION}/([\\w./-]{1,200}\\.css)$`, 'i'),
  new RegExp(`^(?:https?:)?//unpkg\\.com/${NAME}${VERSION}/([\\w./-]{1,200}\\.css)$`, 'i'),
  new RegExp(`^(?:https?:)?//esm\\.sh/${NAME}${VERSION}/([\\w./-]{1,200}\\.css)$`, 'i'),
]
const CDNJS =
  /^(?:https?:)?\/\/cdnjs\.cloudflare\.com\/ajax\/libs\/([\w.-]{1,60})\/([\w.-]{1,40})\/([\w./-]{1,200}\.css)$/i
const BOOTSTRAP =
  /^(?:https?:)?\/\/(?:stackpath|maxcdn|netdna)\.bootstrapcdn\.com\/bootstrap\/([\d.]{1,20})\/(css\/[\w.-]{1,80}\.css)$/i

/** The packages of cdnjs.com whose name or folder differs at npm. */
const AT_NPM: Readonly<Record<string, { name?: string; folder?: string }>> = {
  bootstrap: { folder: 'dist/' },
  'twitter-bootstrap': { name: 'bootstrap', folder: 'dist/' },
  'font-awesome': { name: '@fortawesome/fontawesome-free' },
  bulma: {},
  'animate.css': {},
  picocss: { name: '@picocss/pico', folder: 'css/' },
  pico: { name: '@picocss/pico', folder: 'css/' },
  normalize: { name: 'normalize.css' },
  'normalize.css': {},
  swiper: {},
  aos: { folder: 'dist/' },
}

/** The file of a package at an address; undefined if the address is of none. */
export function packageFile(address: string): PackageFile | undefined {
  const url = address.trim().replace(/[?#].*$/s, '')
  for (const mirror of MIRRORS) {
    const [, name = '', version = 'latest', path = ''] = mirror.exec(url) ?? []
    if (name !== '' && !path.includes('..')) return { address: url, name: name.toLowerCase(), version, path }
  }
  const [, library = '', libraryVersion = '', inLibrary = ''] = CDNJS.exec(url) ?? []
  const known = AT_NPM[library.toLowerCase()]
  if (known && !inLibrary.includes('..')) {
    const name = known.name ?? library.toLowerCase()
    return { address: url, name, version: libraryVersion, path: `${known.folder ?? ''}${inLibrary}` }
  }
  const [, version = '', path = ''] = BOOTSTRAP.exec(url) ?? []
  return version === '' ? undefined : { address: url, name: 'bootstrap', version, path: `dist/${path}` }
}

const LINK = /<link\s[^<>]{1,1000}>/gi
const HREF = /\shref\s{0,5}=\s{0,5}["']?([^\s"'<>]{1,500})/i

/** The stylesheets of packages that texts of pages load and that the site does not have yet. */
export function packageSheetsWanted(site: View, texts: Iterable<string>): PackageFile[] {
  const found = new Map<string, PackageFile>()
  for (const text of texts) {
    for (const [tag] of text.matchAll(LINK)) {
      if (!/stylesheet/i.test(tag)) continue
      const file = packageFile(HREF.exec(tag)?.[1] ?? '')
      if (!file || found.size >= MOST_SHEETS) continue
      const known = packageSheet(site, file.address)
      if (!known || isStandInSheet(known)) found.set(file.address, file)
    }
  }
  return [...found.values()]
}

/** Asks the registry of packages for stylesheets. */
export async function askForPackageSheets(
  { packages }: SiteServices,
  wanted: readonly PackageFile[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PackageSheet>> {
  const answers = new Map<string, PackageSheet>()
  for (const file of wanted) {
    const none: PackageSheet = { ok: false, problem: 'This server installs no packages.' }
    answers.set(file.address, (await packages?.stylesheet(file, signal)) ?? none)
  }
  return answers
}

/**
 * Keeps stylesheets of packages as files of the site, which pages load that name them. One that is not to be had becomes
 * a file that says why, so that the pages are known to miss it.
 */
export function keepPackageSheets(
  context: SiteContext,
  wanted: readonly PackageFile[],
  answers: ReadonlyMap<string, PackageSheet>,
): void {
  for (const file of wanted) keepSheet(context, file, answers.get(file.address))
}

const NOT_ASKED: PackageSheet = { ok: false, problem: 'It was not asked for: write the page again.' }

function keepSheet(context: SiteContext, file: PackageFile, answer: PackageSheet = NOT_ASKED): CodeAsset | undefined {
  const { site, newId, now } = context
  const problem = answer.ok ? sheetProblem(answer.css) : answer.problem
  const version = answer.ok ? answer.version : file.version
  const content =
    problem === undefined && answer.ok
      ? `${opening(file.address)}${file.name} ${version} */\n@layer packages {\n${answer.css.replace(/^\s{0,9}@charset [^;]{0,40};/i, '').trim()}\n}\n`
      : `${opening(file.address)}${MISSING}${(problem ?? '').replaceAll('*/', '')} */\n`
  const known = packageSheet(site, file.address)
  if (known) {
    changeCode(site, known, { content, now: now() })
    return known
  }
  const path = sheetPath(site, file, version)
  const runtime = { scope: { kind: 'pages' as const, pageIds: [] }, priority: 1 }
  addCode(site, { id: newId(), path, type: 'style', content, runtime, now: now() })
  return packageSheet(site, file.address)
}

const opening = (address: string) => `/* ${address}: `
const MISSING = 'missing. '

function sheetPath(site: View, { name, path }: PackageFile, version: string): string {
  const folder = `${name.replace(/^@/, '').replace('/', '-')}-${version.replace(/[^\w.-]/g, '')}`
  const stem = (path.split('/').at(-1) ?? 'styles.css').replace(/\.css$/i, '')
  let free = `${FOLDER}${folder}/${stem}.css`
  for (let number = 2; codeByPath(site, free); number += 1) free = `${FOLDER}${folder}/${stem}-${number}.css`
  return free
}

/** Why the text of a package's stylesheet cannot be a file of the site. */
function sheetProblem(css: string): string | undefined {
  if (css.length > maxCodeLength - 1_000) return `It has more than ${maxCodeLength / 1e6} million characters.`
  const unsafe = refuseStyle(css)
  if (unsafe) return unsafe.message
  const { items } = parseCss(css)
  const imported = items.find((item) => item.kind === 'statement' && item.name === 'import')
  if (imported) return 'It imports further stylesheets.'
  const file = loadedFile(items)
  return file === undefined ? undefined : `It loads a further file, ${file}.`
}

/** The first file beside a stylesheet that it loads. */
function loadedFile(items: readonly Item[]): string | undefined {
  for (const item of items) {
    if (item.kind === 'style' || item.kind === 'at') {
      const inner = loadedFile(item.items)
      if (inner !== undefined) return inner
    } else if (item.kind === 'declaration') {
      const url = /url\(\s{0,5}["']?(?!data:|#)([^"')\s]{1,200})/i.exec(item.text)?.[1]
      if (url !== undefined) return url
    }
  }
  return undefined
}

/** The file of the site with the stylesheet of an address; undefined if there is none. */
export function packageSheet(site: View, address: string): CodeAsset | undefined {
  const url = address.trim().replace(/[?#].*$/s, '')
  return codeAssets(site).find(
    ({ type, path, content }) => type === 'style' && path.startsWith(FOLDER) && content.startsWith(opening(url)),
  )
}

const isStandInSheet = ({ content }: CodeAsset) => content.slice(0, 1_000).includes(`: ${MISSING}`)

/** Makes a page load the stylesheet of a package. Returns why it is not there, as a sentence; undefined if it is. */
export function usePackageSheet(context: SiteContext, pageId: string, file: PackageFile): string | undefined {
  const asset = packageSheet(context.site, file.address) ?? keepSheet(context, file)
  if (!asset) return undefined
  const { scope } = asset.runtime
  const others = scope.kind === 'pages' ? scope.pageIds.filter((id) => id !== pageId) : []
  const runtime = { enabled: true, scope: { kind: 'pages' as const, pageIds: [...others, pageId] } }
  if (scope.kind === 'pages') changeCode(context.site, asset, { runtime, now: context.now() })
  return missingSentence(asset)
}

function missingSentence({ content }: CodeAsset): string | undefined {
  const [, address, why] = /^\/\* ([^\s]{1,500}): missing\. ([^\n]{0,500}) \*\//.exec(content) ?? []
  return address === undefined ? undefined : `The stylesheet ${address} is not there. ${why}`
}

/** The stylesheets of packages that a page misses, as sentences. */
export function missingPackageSheets(site: View, pageId: string): string[] {
  return codeAssets(site).flatMap((asset) => {
    const { scope } = asset.runtime
    const isOfPage = scope.kind === 'pages' && scope.pageIds.includes(pageId)
    const sentence = asset.path.startsWith(FOLDER) && isOfPage ? missingSentence(asset) : undefined
    return sentence === undefined ? [] : [sentence]
  })
}
