import { type Static, Type } from 'typebox'
import { ErrorBody } from './common.ts'
import { route } from './route.ts'

const Choice = Type.Enum(['keep', 'replace', 'rename'])
const Flag = Type.Union([Type.Literal('1'), Type.Literal('0')])
const token = {
  /** With its dashes. */
  name: Type.String(),
  kind: Type.Enum(['color', 'font', 'other']),
  value: Type.String(),
}

/** The effect of an import. */
export const ImportPlan = Type.Object({
  root: Type.String(),
  /** The page that becomes home, when none is called `index.html`. */
  home: Type.Optional(Type.Object({ path: Type.String(), title: Type.String() })),
  pages: Type.Array(Type.Object({ path: Type.String(), slug: Type.String(), title: Type.String() })),
  stylesheets: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Number(), rules: Type.Number() })),
  media: Type.Object({
    files: Type.Number(),
    bytes: Type.Number(),
    unused: Type.Number(),
    takesUnused: Type.Boolean(),
  }),
  scripts: Type.Array(Type.Object({ path: Type.String(), pages: Type.Array(Type.String()) })),
  redirects: Type.Array(
    Type.Object({ from: Type.String(), to: Type.String(), status: Type.Optional(Type.Enum([301, 302, 307, 308])) }),
  ),
  tokens: Type.Array(
    Type.Object({
      ...token,
      /** The stylesheet or page that declares it. */
      path: Type.String(),
    }),
  ),
  conflicts: Type.Array(
    Type.Object({
      kind: Type.Enum(['page', 'stylesheet', 'media', 'script', 'token', 'selectors']),
      path: Type.String(),
      message: Type.String(),
      usual: Choice,
      rename: Type.Optional(Type.String()),
    }),
  ),
  /** Header, navigation or footer that several pages share. */
  /** The frames at the bounds of its media queries, which the site gets on request. */
  frames: Type.Array(Type.Object({ label: Type.String(), width: Type.Number() })),
  chrome: Type.Array(Type.Object({ tag: Type.String(), pages: Type.Array(Type.String()), excerpt: Type.String() })),
  /** The pages of an untouched starter, which go unless the starter is kept. */
  removed: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
  leftOut: Type.Array(
    Type.Object({
      path: Type.String(),
      why: Type.String(),
      tooling: Type.Optional(Type.Boolean()),
      /** The site uses it: the import is refused until `items` skips it by name. */
      asks: Type.Optional(Type.Boolean()),
    }),
  ),
  refused: Type.Array(
    Type.Object({ path: Type.String(), what: Type.String(), where: Type.String(), why: Type.String() }),
  ),
  missing: Type.Array(Type.Object({ path: Type.String(), url: Type.String() })),
  external: Type.Array(Type.Object({ path: Type.String(), url: Type.String() })),
  warnings: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  /** The server keeps the archive for some minutes under this name. */
  upload: Type.Optional(Type.String()),
})
export type ImportPlan = Static<typeof ImportPlan>

/** How far an import is. */
export const ImportProgress = Type.Object({
  type: Type.Literal('progress'),
  step: Type.Enum(['pages', 'media', 'writing']),
  done: Type.Number(),
  total: Type.Number(),
})
export type ImportProgress = Static<typeof ImportProgress>

/** The result of an import. */
export const ImportDone = Type.Object({
  type: Type.Literal('done'),
  changeSetId: Type.String(),
  report: Type.Object({
    pages: Type.Array(
      Type.Object({
        id: Type.String(),
        path: Type.String(),
        slug: Type.String(),
        title: Type.String(),
        replaced: Type.Optional(Type.String()),
      }),
    ),
    home: Type.Optional(Type.Object({ id: Type.String(), path: Type.String(), title: Type.String() })),
    stylesheets: Type.Array(Type.Object({ id: Type.String(), path: Type.String(), rules: Type.Number() })),
    media: Type.Object({ files: Type.Number(), bytes: Type.Number() }),
    scripts: Type.Array(Type.Object({ path: Type.String() })),
    tokens: Type.Array(Type.Object(token)),
    template: Type.Optional(Type.Object({ id: Type.String(), title: Type.String() })),
    /** Parts removed from the site. */
    removed: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
    /** Parts of the import that stayed out, or got another name, because of existing ones. */
    kept: Type.Array(Type.Object({ path: Type.String(), why: Type.String() })),
  }),
  plan: ImportPlan,
})
export type ImportDone = Static<typeof ImportDone>

/** The import failed, and nothing of it was written. */
export const ImportFailed = Type.Object({ type: Type.Literal('error'), ...ErrorBody.properties })

export const importSite = route({
  method: 'POST',
  path: '/api/projects/:id/import',
  summary: 'Imports a zip archive as one edit, line by line; with `plan=1` says what that would do',
  who: { project: 'document.write' },
  request: {
    query: Type.Object({
      plan: Type.Optional(Flag),
      conflicts: Type.Optional(Choice),
      /** JSON: what to do with single files, by path: `keep`, `replace`, `rename` or `skip`. */
      items: Type.Optional(Type.String({ maxLength: 200_000 })),
      starter: Type.Optional(Type.Enum(['keep', 'replace'])),
      template: Type.Optional(Flag),
      frames: Type.Optional(Flag),
      unused: Type.Optional(Flag),
      /** The name that a plan kept the archive under, in place of the archive. */
      upload: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    bytes: 'application/zip',
  },
  response: ImportPlan,
  lines: Type.Union([ImportProgress, ImportDone, ImportFailed]),
})
