import type { ContentOperation } from '@atelier/content'
import { type Static, Type } from 'typebox'
import { query, type ServerHandle, server } from './handleKinds.ts'
import { commandHandles, tabHandles } from './handles.generated.ts'

export type { HandleOutput, ServerHandle } from './handleKinds.ts'

const Anything = Type.Unknown()
const NewPage = Type.Object({ pageId: Type.String() })

/** The lines of scripts that name what was renamed. */
const Lines = Type.Array(Type.Object({ path: Type.Optional(Type.String()), line: Type.Integer(), text: Type.String() }))

/** The lines of scripts that may mean what was renamed, and are left. */
const LeftLines = Type.Array(
  Type.Object({
    path: Type.Optional(Type.String()),
    documentId: Type.Optional(Type.String()),
    nodeId: Type.Optional(Type.String()),
    line: Type.Integer(),
    text: Type.String(),
    reason: Type.String(),
  }),
)

type EditField = Extract<ContentOperation, { readonly id: 'content.editField' }>

/** Where entries were written, and why they are not shown if they are not complete with it. */
const Written = Type.Object({
  entries: Type.Array(Type.Object({ settled: Type.Boolean() })),
  errors: Type.Array(Type.Object({ message: Type.String() })),
})

/** Writes a field of an entry that a page shows, unless others have changed it meanwhile. */
export const editField: ServerHandle<Static<EditField['input']>, Static<typeof Written>> = {
  id: 'content.editField',
  reads: Written,
}

/**
 * The operations that the studio calls. A handle is an id with types: it brings no code of the operation. Those of a tab and
 * of commands are generated; for the others of the server, the part of the output is listed here that the studio reads.
 */
export const operations = {
  ...tabHandles,
  ...commandHandles,
  applyCss: server('site.applyCss', Anything),
  duplicatePage: server('site.duplicatePage', NewPage),
  listStaleTexts: query(
    'site.listStaleTexts',
    Type.Object({
      texts: Type.Optional(
        Type.Array(
          Type.Object({
            kind: Type.Enum(['changed', 'untranslated', 'new', 'gone']),
            nodeId: Type.String(),
            attribute: Type.Optional(Type.String()),
            text: Type.Optional(Type.String()),
            before: Type.Optional(Type.String()),
            source: Type.Optional(Type.String()),
          }),
        ),
      ),
      left: Type.Optional(Type.Integer()),
      translations: Type.Array(
        Type.Object({
          pageId: Type.String(),
          changed: Type.Integer(),
          untranslated: Type.Integer(),
          new: Type.Integer(),
          words: Type.Integer(),
          characters: Type.Integer(),
        }),
      ),
    }),
  ),
  updateTranslation: server('site.updateTranslation', Anything),
  deletePage: server('site.deletePage', Anything),
  restoreChanges: server(
    'site.restoreChanges',
    Type.Object({ restored: Type.Number(), kept: Type.Array(Type.Object({ reason: Type.String() })) }),
  ),
  listComponents: query(
    'site.listComponents',
    Type.Object({
      components: Type.Array(
        Type.Object({
          id: Type.String(),
          uses: Type.Array(
            Type.Object({ documentId: Type.String(), title: Type.String(), nodeIds: Type.Array(Type.String()) }),
          ),
        }),
      ),
    }),
  ),
  set_font_tokens: server('site.set_font_tokens', Anything),
  renameToken: server('site.renameToken', Type.Object({ to: Type.String(), scripts: Lines })),
  promoteValue: server('site.promoteValue', Type.Object({ name: Type.String(), replaced: Type.Integer() })),
  makeColorRamp: server('site.makeColorRamp', Anything),
  removeColorRamp: server('site.removeColorRamp', Anything),
  findTokenUses: query(
    'site.findTokenUses',
    Type.Object({
      uses: Type.Array(
        Type.Object({
          kind: Type.String(),
          label: Type.String(),
          property: Type.Optional(Type.String()),
          ruleId: Type.Optional(Type.String()),
          documentId: Type.Optional(Type.String()),
          nodeId: Type.Optional(Type.String()),
        }),
      ),
      total: Type.Integer(),
    }),
  ),
  listStyles: query(
    'site.listStyles',
    Type.Object({
      styles: Type.Array(
        Type.Object({
          ruleId: Type.String(),
          selector: Type.String(),
          conditions: Type.Array(Type.String()),
          layer: Type.String(),
          sheet: Type.String(),
          sheetName: Type.String(),
          declarations: Type.Integer(),
          classes: Type.Array(Type.String()),
          nodes: Type.Integer(),
          documents: Type.Array(Type.Object({ id: Type.String(), nodes: Type.Integer() })),
          unused: Type.Boolean(),
        }),
      ),
    }),
  ),
  renameClass: server(
    'site.renameClass',
    Type.Object({ rules: Type.Integer(), nodes: Type.Integer(), scripts: Lines, scriptsLeft: LeftLines }),
  ),
  duplicateClass: server('site.duplicateClass', Type.Object({ created: Type.Array(Type.String()) })),
  mergeClasses: server(
    'site.mergeClasses',
    Type.Object({
      nodes: Type.Integer(),
      conflicts: Type.Array(Type.Object({ property: Type.String() })),
      scripts: Lines,
    }),
  ),
  extractClass: server('site.extractClass', Type.Object({ name: Type.String(), nodes: Type.Integer() })),
  moveRule: server(
    'site.moveRule',
    Type.Object({
      moved: Type.Boolean(),
      changes: Type.Array(
        Type.Object({
          from: Type.String(),
          to: Type.String(),
          properties: Type.Array(Type.String()),
          nodes: Type.Integer(),
        }),
      ),
    }),
  ),
  deleteClass: server('site.deleteClass', Type.Object({ removed: Type.Array(Type.String()), nodes: Type.Integer() })),
  list_media: query(
    'site.list_media',
    Type.Object({
      media: Type.Array(
        Type.Object({
          mediaId: Type.String(),
          name: Type.String(),
          uses: Type.Optional(
            Type.Array(
              Type.Object({
                label: Type.String(),
                documentId: Type.Optional(Type.String()),
                nodeId: Type.Optional(Type.String()),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
} as const
