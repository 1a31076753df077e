import { Script } from 'node:vm'
import type { CodeCheck, CodeChecker } from '@atelier/site'
import type { Message } from 'esbuild'
import { BundlerEnded, withBundler } from './bundler.ts'

/** Checked scripts that are remembered. */
const REMEMBERED = 200
/** The most problems of one script. */
const LISTED = 20

/** Reads scripts with what builds them for published pages; nothing of them runs. */
export function createCodeChecker(): CodeChecker {
  const known = new Map<string, Promise<CodeCheck>>()
  return {
    check(script) {
      const key = JSON.stringify([script.path, script.format, script.content])
      const before = known.get(key)
      if (before) return before
      const work = checkScript(script)
      known.set(key, work)
      work.catch(() => known.delete(key))
      const oldest = known.keys().next()
      if (known.size > REMEMBERED && !oldest.done) known.delete(oldest.value)
      return work
    },
  }
}

type Said = Pick<Message, 'text' | 'location'>
type Checked = Parameters<CodeChecker['check']>[0]

async function checkScript({ path, content, format }: Checked): Promise<CodeCheck> {
  const imports = new Set<string>()
  const loader = path.endsWith('.ts') ? 'ts' : 'js'
  const result = await withBundler(({ build }) =>
    build({
      stdin: { contents: content, loader, sourcefile: path },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      tsconfigRaw: '{}',
      logLevel: 'silent',
      plugins: [
        {
          name: 'imports',
          setup(builder) {
            builder.onResolve({ filter: /^/ }, (asked) => {
              imports.add(asked.path)
              return { path: asked.path, external: true }
            })
          },
        },
      ],
    }),
  ).catch((error: unknown) => {
    if (isFailure(error)) return error
    if (error instanceof BundlerEnded) return { errors: [{ text: error.message, location: null }], warnings: [] }
    throw error
  })
  const found = [
    ...result.errors.map((each) => problemOf(each, 'error')),
    ...result.warnings.map((each) => problemOf(each, 'warning')),
  ]
  if (found.length === 0 && format === 'classic' && loader === 'js') found.push(...classicProblems(path, content))
  return { problems: found.slice(0, LISTED), imports: [...imports] }
}

const isFailure = (error: unknown): error is { errors: Said[]; warnings: Said[] } =>
  typeof error === 'object' && error !== null && 'errors' in error && 'warnings' in error

function problemOf({ text, location }: Said, severity: 'error' | 'warning'): CodeCheck['problems'][number] {
  const isJsx = text.includes('JSX syntax extension')
  const message = isJsx
    ? 'JSX is not understood here: scripts are plain JavaScript. Build elements with document.createElement, or write them as HTML into the page.'
    : `${text}${/[.!?]$/.test(text) ? '' : '.'}`
  return { line: location?.line ?? 1, message, severity }
}

/** Syntax that only a module may contain. Read, never run. */
function classicProblems(path: string, content: string): CodeCheck['problems'] {
  try {
    new Script(content, { filename: path })
    return []
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const line = Number(/:(\d{1,7})$/m.exec(error.stack?.split('\n', 1)[0] ?? '')?.[1] ?? 1)
    const message = `It is not a classic script: ${error.message}. With imports its format is module.`
    return [{ line, message, severity: 'error' }]
  }
}
