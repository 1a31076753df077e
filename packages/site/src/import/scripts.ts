import type { RuntimeInput } from '../code/runtime.ts'
import type { RefusedScript } from '../html/reader.ts'
import { isPublishedPath } from '../media/path.ts'
import { resolvePath } from '../sheet/path.ts'

/** A script that came with a page. Imported scripts do not run by default: they are stored switched off. */
export interface PreparedScript {
  path: string
  content: string
  runtime: RuntimeInput
  /** The paths of the pages that load it. */
  pages: string[]
}

const JAVASCRIPT = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i

/** The scripts of one page that can be stored: those in the folder, and those inside the page. */
export function scriptsOf(
  page: string,
  scripts: readonly RefusedScript[],
  read: (path: string) => string | undefined,
): Omit<PreparedScript, 'pages'>[] {
  const found: Omit<PreparedScript, 'pages'>[] = []
  const stem = page.replace(/\.[^.]*$/, '').replaceAll('/', '-')
  for (const [index, { attrs, text, inHead }] of scripts.entries()) {
    const attribute = (name: string) => attrs.find(([each]) => each === name)?.[1]
    const type = attribute('type')?.trim() ?? ''
    if (!JAVASCRIPT.test(type)) continue
    const src = attribute('src')
    const file = src === undefined ? undefined : resolvePath(page, src)
    const content = src === undefined ? text : file === undefined ? undefined : read(file)
    if (content === undefined || content.trim() === '') continue
    const path = file ?? `scripts/${stem}-${index + 1}.js`
    if (!isPublishedPath(path) || !/\.(?:m?js|ts)$/i.test(path)) continue
    const isModule = type.toLowerCase() === 'module'
    const waits = isModule || (file !== undefined && attribute('defer') !== undefined)
    found.push({
      path,
      content,
      runtime: {
        enabled: false,
        format: isModule ? 'module' : 'classic',
        placement: inHead ? 'head' : 'body-end',
        timing: waits ? 'dom-ready' : 'immediate',
        priority: 100 + index,
      },
    })
  }
  return found
}
