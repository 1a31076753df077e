import type { EntryPoint } from './entryPoints/entryPoint.ts'
import { insert, replace, texts } from './entryPoints/html.ts'
import { moves, props, retag } from './entryPoints/nodes.ts'
import { past } from './entryPoints/pastTheChecks.ts'
import { css, tokens } from './entryPoints/styles.ts'
import { filled, names } from './entryPoints/texts.ts'
import { wholeDocuments } from './entryPoints/wholeDocuments.ts'

export type { EntryPoint } from './entryPoints/entryPoint.ts'

/** Every way in, each into a site of its own. */
export const entryPoints: readonly { name: string; bring: () => Promise<EntryPoint> }[] = [
  { name: 'insertHtml', bring: insert },
  { name: 'replaceNodeHtml', bring: replace },
  { name: 'setRichText', bring: texts },
  { name: 'a whole document', bring: wholeDocuments },
  { name: 'updateNodeProps', bring: props },
  { name: 'another tag', bring: retag },
  { name: 'moves', bring: moves },
  { name: 'applyCss', bring: css },
  { name: 'tokens', bring: tokens },
  { name: 'names', bring: names },
  { name: 'loops and parameters', bring: filled },
  { name: 'a client past the checks', bring: past },
]
