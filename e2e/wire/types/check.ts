import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { WireId } from '../judge/script.ts'

/** A request's body, as it travelled. */
export interface Captured {
  wire: WireId
  body: unknown
}

/** The longest that a test may wait for the compiler, a program of its own, on a machine that is busy otherwise. */
export const COMPILER_MS = 300_000

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

const head = `import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import type {
  EasyInputMessage, FunctionCallItem, FunctionCallOutputItem, InputMessageItem, InputsMessage, OutputFunctionCallItem,
  ReasoningItem, ResponsesRequest,
} from '@openrouter/sdk/models'

type Snake<Key extends string> = Key extends \`\${infer First}\${infer Rest}\`
  ? First extends Lowercase<First> ? \`\${First}\${Snake<Rest>}\` : \`_\${Lowercase<First>}\${Snake<Rest>}\`
  : ''
type OnWire<Value> = Value extends readonly (infer Element)[] ? OnWire<Element>[]
  : Value extends object ? { [Key in keyof Value as Key extends string ? (string extends Key ? Key : Snake<Key>) : Key]: OnWire<Value[Key]> }
  : Value
type RouterItem = EasyInputMessage | FunctionCallItem | FunctionCallOutputItem | InputMessageItem | InputsMessage | OutputFunctionCallItem | ReasoningItem
type Router = OnWire<Omit<ResponsesRequest, 'input'> & { input: RouterItem[] }>
type Chat = OpenAI.Chat.ChatCompletionCreateParamsStreaming
type Thoughtful = OpenAI.Chat.ChatCompletionAssistantMessageParam & { reasoning_content?: string }
type Compatible = Omit<Chat, 'messages'> & { messages: (OpenAI.Chat.ChatCompletionMessageParam | Thoughtful)[] }
`
/**
 * The types of the provider's own client, by wire. OpenRouter's client takes names in camel case, which it sends in snake case;
 * of its 50 kinds of items only those of a conversation are taken, since some of the others let anything pass. Ollama has no
 * client for its chat completions and is held against OpenAI's; the servers behind `compatible` likewise, which besides want
 * reasoning back in the field `reasoning_content` where they gave it there (as DeepSeek documents it).
 */
const types: Record<WireId, string> = {
  anthropic: 'Anthropic.MessageCreateParamsStreaming',
  openai: 'OpenAI.Responses.ResponseCreateParamsStreaming',
  openrouter: 'Router',
  ollama: 'Chat',
  compatible: 'Compatible',
}

/**
 * The type checker's problems with each body, where it is written as a literal that must satisfy the type of the
 * official client: wrong members, missing ones, and ones that the type does not know. One list per body; the whole
 * takes one run of the compiler.
 */
export async function typeProblems(captured: readonly Captured[]): Promise<string[][]> {
  const problems: string[][] = captured.map(() => [])
  const cache = join(root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'atelier-wire-'))
  try {
    const lines = captured.map(
      ({ wire, body }, at) => `export const body${at} = ${literal(body)} satisfies ${types[wire]}`,
    )
    await writeFile(join(folder, 'bodies.ts'), `${head}${lines.join('\n')}\n`)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const first = head.split('\n').length
    for (const line of await compile(folder)) {
      const match = /^bodies\.ts\((\d+),\d+\): (error .*)$/.exec(line)
      const list = match ? problems[Number(match[1]) - first] : undefined
      if (!list) throw new Error(`The compiler failed beside the bodies: ${line}`)
      list.push(match?.[2] ?? '')
    }
    return problems
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** JSON is a literal of TypeScript but for `__proto__`, which would set the prototype. */
function literal(body: unknown): string {
  return JSON.stringify(body).replaceAll('"__proto__":', '["__proto__"]:')
}

const config = {
  compilerOptions: {
    target: 'ES2024',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    pretty: false,
  },
  files: ['bodies.ts'],
}

/** The compiler's complaints, one line each. */
async function compile(folder: string): Promise<string[]> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', '.'], { cwd: folder, maxBuffer: 64_000_000 })
    return []
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    const lines = said.split('\n').filter((line) => /^\S.*error TS/.test(line))
    if (lines.length === 0) throw error
    return lines
  }
}
