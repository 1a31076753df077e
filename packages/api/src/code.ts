import { type Static, Type } from 'typebox'
import { route } from './route.ts'

export const openPreview = route({
  method: 'POST',
  path: '/api/projects/:id/preview',
  summary: 'Opens a page as visitors will see it, with its scripts running, under an address of its own',
  who: { project: 'document.read' },
  request: {
    body: Type.Object(
      {
        pageId: Type.Optional(Type.String()),
        /** The page of an entry instead, also of one that visitors may not see yet, or as a branch proposes it. */
        entry: Type.Optional(
          Type.Object(
            {
              model: Type.String({ maxLength: 200 }),
              id: Type.String({ maxLength: 200 }),
              locale: Type.Optional(Type.String({ maxLength: 20 })),
              branch: Type.Optional(Type.String({ maxLength: 100 })),
            },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
  },
  response: Type.Object({ url: Type.String() }),
  status: 201,
})

export const showPreview = route({
  method: 'GET',
  path: '/api/projects/:id/preview/:pageId',
  summary: 'Leads to a preview of a page as visitors will see it, such as from a message',
  who: { project: 'document.read' },
  bytes: 'text/html',
  status: 302,
})

export const readPreview = route({
  method: 'GET',
  path: '/api/preview/:token/*',
  summary: 'A file of a preview, for everyone who has the address',
  who: 'everyone',
  bytes: '*/*',
})

/** The result of building the scripts and styles of a site. */
export const CodeBuild = Type.Object({
  files: Type.Array(Type.Object({ assetId: Type.String(), path: Type.String(), bytes: Type.Number() })),
  problems: Type.Array(Type.Object({ assetId: Type.String(), path: Type.String(), message: Type.String() })),
})
export type CodeBuild = Static<typeof CodeBuild>

export const buildCode = route({
  method: 'GET',
  path: '/api/projects/:id/code/build',
  summary: 'How the scripts and styles would be bundled if the site were published now',
  who: { project: 'document.read' },
  response: CodeBuild,
})
