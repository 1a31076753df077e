import { build, type UserConfig } from 'vite'

/** Pages by their first module: those that all begin with, the editor with the agent beside it, and the others. */
const begin = /\/src\/(?:main|auth\/SignIn|projects\/Projects)\.tsx$/
const editor = /\/src\/(?:editors\/ProjectRoute|shell\/agent\/AgentPanel|editors\/site\/canvas\/ViewControls)\.tsx$/
const others =
  /\/src\/(?:auth\/Setup|settingsPages|settings\/ai\/AiSettings|people\/(?:AcceptInvitation|People|Account))\.tsx$/

interface Part {
  readonly modules: readonly string[]
  readonly imports: readonly string[]
}

/**
 * For a module's id, the file that it goes into if a first view needs it; null for all others. A build left to itself
 * makes a file of whatever two pages share: ninety small ones, which compress a tenth worse than three. The files that a
 * view needs are read off such a build, since only a bundler knows what is left of a module.
 */
export async function firstViewFiles(config: UserConfig): Promise<(id: string) => string | null> {
  const parts = new Map<string, Part>()
  await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false },
    plugins: [
      {
        name: 'first-view',
        generateBundle(_, bundle) {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue
            parts.set(chunk.fileName, { modules: Object.keys(chunk.modules), imports: chunk.imports })
          }
        },
      },
    ],
  })
  const modulesOf = (page: RegExp): Set<string> => {
    const found = [...parts.values()].filter(({ modules }) => modules.some((id) => page.test(id)))
    if (found.length === 0) throw new Error(`No module fits ${page}: apps/studio/firstView.ts names the pages.`)
    return new Set([...closure(found, parts)].flatMap(({ modules }) => modules))
  }
  const [first, edited, other] = [modulesOf(begin), modulesOf(editor), modulesOf(others)]
  return (id) => {
    if (first.has(id)) return 'studio'
    if (!edited.has(id)) return null
    // The other pages do not load the editor for the sake of a button.
    return other.has(id) ? 'shared' : 'editor'
  }
}

/** Parts with all that they import, and what that imports. */
function closure(from: readonly Part[], parts: ReadonlyMap<string, Part>): Set<Part> {
  const all = new Set(from)
  // A set that grows is walked to its new end.
  for (const { imports } of all) {
    for (const file of imports) {
      const part = parts.get(file)
      if (part) all.add(part)
    }
  }
  return all
}
