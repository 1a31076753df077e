import { type Static, Type } from 'typebox'
import { PartUse } from './partUse.ts'
import { route } from './route.ts'

/** A CAD part in its project's list. */
export const ListedPart = Type.Object({
  /** The id of its document. */
  id: Type.String(),
  name: Type.String(),
  /** The id of its folder; absent at the top. */
  folder: Type.Optional(Type.String()),
})
export type ListedPart = Static<typeof ListedPart>

export const PartFolder = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The id of the folder that it is in. */
  parent: Type.Optional(Type.String()),
})
export type PartFolder = Static<typeof PartFolder>

const Point = Type.Tuple([Type.Number(), Type.Number(), Type.Number()])

/** Lengths in mm, areas in mm², volumes in mm³, masses in g. */
export const PartMeasures = Type.Object({
  volume: Type.Number(),
  area: Type.Number(),
  mass: Type.Number(),
  bodies: Type.Integer(),
  faces: Type.Integer(),
  edges: Type.Integer(),
  /** The centre of mass; absent without a body. */
  centre: Type.Optional(Point),
  box: Type.Optional(Type.Object({ min: Point, max: Point })),
})
export type PartMeasures = Static<typeof PartMeasures>

/** A part as it is built now. */
export const PartBuild = Type.Object({
  id: Type.String(),
  name: Type.String(),
  units: Type.Enum(['mm', 'cm', 'm', 'in', 'ft']),
  /** In g/cm³. */
  density: Type.Number(),
  features: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.String(),
      name: Type.String(),
      status: Type.Enum(['ok', 'error', 'suppressed', 'skipped']),
      error: Type.Optional(
        Type.Object({ code: Type.String(), message: Type.String(), hint: Type.Optional(Type.String()) }),
      ),
    }),
  ),
  parameters: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      expression: Type.String(),
      /** In mm or degrees; absent if the expression has none. */
      value: Type.Optional(Type.Number()),
    }),
  ),
  requirements: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      measure: Type.String(),
      is: Type.Enum(['=', '<', '>']),
      value: Type.Union([Type.Number(), Type.String()]),
      measured: Type.Optional(Type.Number()),
      holds: Type.Boolean(),
    }),
  ),
  measures: PartMeasures,
})
export type PartBuild = Static<typeof PartBuild>

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const pixels = Type.String({ pattern: '^[1-9]\\d{1,3}$' })

export const listParts = route({
  method: 'GET',
  path: '/api/projects/:id/parts',
  summary: 'The CAD parts of a project and their folders, in order',
  who: { project: 'document.read' },
  response: Type.Object({ parts: Type.Array(ListedPart), folders: Type.Array(PartFolder) }),
})

export const createPart = route({
  method: 'POST',
  path: '/api/projects/:id/parts',
  summary: 'Makes an empty part',
  who: { project: 'document.write' },
  request: {
    body: Type.Object({
      name,
      /** The id of the folder that it is put in; without, or if there is no such one, it is at the top. */
      folder: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    }),
  },
  response: Type.Object({
    id: Type.String(),
    name: Type.String(),
    /** The id by which it is undone. */
    changeSetId: Type.String(),
  }),
  status: 201,
})

export const readPart = route({
  method: 'GET',
  path: '/api/projects/:id/parts/:partId',
  summary: 'Builds a part and returns its features, parameters, requirements and measures',
  who: { project: 'document.read' },
  response: PartBuild,
})

export const readPartUses = route({
  method: 'GET',
  path: '/api/projects/:id/parts/:partId/uses',
  summary: 'The pages, templates and components that show a part',
  who: { project: 'document.read' },
  response: Type.Object({ pages: Type.Array(PartUse) }),
})

export const exportPart = route({
  method: 'GET',
  path: '/api/projects/:id/parts/:partId/export',
  summary: 'A part as a file: STEP, or triangles as STL, 3MF or GLB',
  who: { project: 'document.read' },
  request: { query: Type.Object({ format: Type.Enum(['step', 'stl', '3mf', 'glb']) }) },
  bytes: '*/*',
})

export const importPart = route({
  method: 'POST',
  path: '/api/projects/:id/parts/:partId/import',
  summary: 'Adds the solids of a STEP file of up to 50 MB to a part',
  who: { project: 'document.write' },
  request: { query: Type.Object({ name: Type.Optional(name) }), bytes: 'model/step' },
  response: Type.Object({
    featureId: Type.String(),
    /** The id by which it is undone. */
    changeSetId: Type.Optional(Type.String()),
  }),
  status: 201,
})

export const readPartPicture = route({
  method: 'GET',
  path: '/api/projects/:id/parts/:partId/picture',
  summary:
    'A PNG of a part with its edges, on a transparent ground; 960 by 720 pixels unless `width` and `height` say otherwise',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      /** `iso`, from the front, the right and above, when absent. */
      view: Type.Optional(Type.Enum(['iso', 'front', 'back', 'left', 'right', 'top', 'bottom'])),
      width: Type.Optional(pixels),
      height: Type.Optional(pixels),
      /** A change set: the part as it is without or with it, whatever others have changed since; `after` when no side is named. */
      changeSet: Type.Optional(Type.String({ maxLength: 200 })),
      side: Type.Optional(Type.Enum(['before', 'after'])),
      /** Ignored; another value makes browsers ask again. */
      revision: Type.Optional(Type.String()),
    }),
  },
  bytes: 'image/png',
  hasTag: true,
})
