import type { Operation } from '@atelier/operation'

type Column = [title: string, text: (operation: Operation) => string]

const usual: readonly Column[] = [
  ['operation', ({ name }) => `\`${name}\``],
  ['what it does', ({ summary }) => summary],
  ['effect', ({ effect }) => effect],
]
const ofContent: readonly Column[] = [
  ...usual,
  ['capability', ({ capability }) => `\`${capability}\``],
  ['review', ({ workflow }) => workflow],
]

function table(columns: readonly Column[], operations: readonly Operation[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map(([title]) => title)),
    `|${'---|'.repeat(columns.length)}`,
    ...operations.map((operation) => line(columns.map(([, text]) => text(operation)))),
  ].join('\n')
}

/** The tables of a scope's operations: those that a model is sent, and those that it finds. */
function tables(scope: string, operations: readonly Operation[]): string {
  const columns = scope === 'content' ? ofContent : usual
  const sent = operations.filter(({ onDemand }) => !onDemand)
  const found = operations.filter(({ onDemand }) => onDemand)
  return [
    ...(sent.length > 0 ? [`A model is sent these ${sent.length}:`, table(columns, sent)] : []),
    sent.length > 0
      ? `It finds the other ${found.length} with \`find_operations\` and calls them with \`call_operation\`:`
      : `A model finds them with \`find_operations\` and calls them with \`call_operation\`:`,
    table(columns, found),
  ].join('\n\n')
}

/** The page with the tables of each scope between their marks. @throws if the page has no marks for a scope */
export function withTables(page: string, scopes: ReadonlyMap<string, readonly Operation[]>): string {
  let text = page
  for (const [scope, operations] of scopes) {
    const [begin, end] = [`<!-- operations of ${scope} -->\n`, '<!-- end -->']
    const from = text.indexOf(begin)
    const to = text.indexOf(end, from)
    if (from < 0 || to < 0) throw new Error(`docs/operations.md has no marks for the operations of ${scope}`)
    text = `${text.slice(0, from)}${begin}\n${tables(scope, operations)}\n\n${text.slice(to)}`
  }
  return text
}
