import { parseAst } from 'vite'
import type { SourceFile } from '../sources.ts'

/** Values in the product's sources that a program outside reads. Each list is sorted and holds a text once. */
export interface Written {
  /** Codes of errors and of findings. */
  errorCodes: string[]
  /** Environment variables that the server, the command line and the scripts read. */
  environment: string[]
  /** The text that replaces a value that was cut down; `{}` is filled in. */
  marks: string[]
  /** The events of the simple stream, by type, with their fields. */
  events: Record<string, string[]>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const CODE = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/
/** Functions and classes whose first text is the code of an error. */
const MAKES_ERRORS = /^(?:Refusal|\w*fail|refused?|conflict|\w*problem|\w+error|errorResponse|warn|\w*finding)$/i
const NAME = /^(?:ATELIER|OTEL|OLLAMA|OPENAI|OPENROUTER|ANTHROPIC|BENCH|FIDELITY)_[A-Z_]+$/
const FURTHER_NAMES: ReadonlySet<string> = new Set([
  'PORT',
  'HOST',
  'SITES_PORT',
  'DATABASE_URL',
  'CHROMIUM_PATH',
  'NODE_ENV',
])
const MARK = /[([][^()[\]|]*\b(?:left out|omitted|removed)\b[^()[\]|]*[)\]]/g

/** The text in every file of the studio with a string that is read of it; the others need not be parsed. */
const SIGN_IN_STUDIO = new RegExp(
  String.raw`\bfail\(|${NAME.source.slice(1, -1)}|\b(?:${[...FURTHER_NAMES].join('|')})\b|left out|omitted|removed`,
)

/**
 * Reads the texts from the syntax trees of `files`, so that neither the place of a file nor the line of a text matters.
 * Files of tests and their kits are not to be among them. The studio's own errors never leave it, so that of its files
 * only the results that an agent receives are read.
 */
export function readWritten(files: readonly SourceFile[]): Written {
  const codes = new Set<string>()
  const environment = new Set<string>()
  const marks = new Set<string>()
  const events: Written['events'] = {}
  for (const { path, text } of files) {
    const studio = path.startsWith('apps/studio/')
    if (studio && !SIGN_IN_STUDIO.test(text)) continue
    const addCode = (node: unknown) => {
      for (const value of textsOf(node)) if (CODE.test(value)) codes.add(value)
    }
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) for (const each of node) visit(each)
      if (!isRecord(node)) return
      const value = textOf(node)
      if (value !== undefined) {
        if (NAME.test(value) || FURTHER_NAMES.has(value)) environment.add(value)
        for (const [mark] of value.matchAll(MARK)) marks.add(mark)
      }
      const member = node.type === 'MemberExpression' ? nameOf(node.property) : undefined
      if (member && (NAME.test(member) || FURTHER_NAMES.has(member))) environment.add(member)
      if (node.type === 'CallExpression' || node.type === 'NewExpression') {
        const callee = nameOf(isRecord(node.callee) && 'property' in node.callee ? node.callee.property : node.callee)
        const given = Array.isArray(node.arguments) ? node.arguments : []
        const first = given[isRecord(given[0]) && typeof given[0].value === 'number' ? 1 : 0]
        if (studio ? callee === 'fail' : MAKES_ERRORS.test(callee)) addCode(first)
      }
      if (!studio) {
        if (node.type === 'ObjectExpression' && !propertyOf(node, 'query')) addCode(propertyOf(node, 'code')?.value)
        if (node.type === 'TSPropertySignature' && nameOf(node.key) === 'code') addCode(node.typeAnnotation)
        if (node.type === 'TSTypeAliasDeclaration' && nameOf(node.id) === 'NdjsonEvent') {
          Object.assign(events, eventsOf(node.typeAnnotation))
        }
        if (node.type === 'VariableDeclarator' && /code$/i.test(nameOf(node.id))) addCode(node.init)
      }
      for (const each of Object.values(node)) visit(each)
    }
    visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  }
  const sorted = (set: ReadonlySet<string>) => [...set].sort()
  return { errorCodes: sorted(codes), environment: sorted(environment), marks: sorted(marks), events }
}

/** The field of that name of an object that is written out. A `query` beside a code makes it a condition of a commit. */
function propertyOf(node: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  const properties: unknown[] = Array.isArray(node.properties) ? node.properties : []
  return properties.filter(isRecord).find(({ key }) => nameOf(key) === name)
}

function nameOf(node: unknown): string {
  return isRecord(node) ? String(node.name ?? node.value ?? '') : ''
}

/** The text of a string or template, with `{}` where something is filled in. */
function textOf(node: Record<string, unknown>): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined
  return node.quasis
    .map((quasi: unknown) => (isRecord(quasi) && isRecord(quasi.value) ? String(quasi.value.cooked) : ''))
    .join('{}')
}

/** The texts that an expression may come to, or that a type allows; texts of calls within it are not among them. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (!isRecord(node)) return []
  const own = textOf(node)
  if (own !== undefined) return [own]
  switch (node.type) {
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'TSTypeAnnotation':
    case 'TSAsExpression':
      return textsOf(node.typeAnnotation ?? node.expression)
    case 'TSUnionType':
      return textsOf(node.types)
    case 'TSLiteralType':
      return textsOf(node.literal)
    default:
      return []
  }
}

/** The members of a union of object types, by the value of their field `type`. */
function eventsOf(union: unknown): Record<string, string[]> {
  const members: unknown[] = isRecord(union) && Array.isArray(union.types) ? union.types : []
  const events = members.filter(isRecord).map(({ members: fields }) => {
    const listed = Array.isArray(fields) ? fields.filter(isRecord) : []
    const [type = ''] = listed.flatMap(({ key, typeAnnotation }) =>
      nameOf(key) === 'type' ? textsOf(typeAnnotation) : [],
    )
    return [type, listed.map(({ key }) => nameOf(key)).sort()] as const
  })
  return Object.fromEntries(events.sort(([a], [b]) => (a < b ? -1 : 1)))
}
