import type { FeatureInputs } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { facesOf, kept, withArena, xyz } from '../geometry/occ.ts'
import { readStep } from '../geometry/readStep.ts'
import { attemptMaker, type Made, type MakeContext } from './make.ts'

/** The most faces of an imported file. */
const MAX_FACES = 20_000

/** The solids of a file. Their faces are numbered by where they are, so that the same file always has the same names. */
export function makeImport({ oc, feature, fileOf }: MakeContext, { hash }: FeatureInputs<'import'>): Made {
  const bytes = fileOf(hash)
  if (!bytes) throw new FeatureError('import_failed', 'The file of this import is not there.')
  const solids = attemptMaker('import_failed', 'The file cannot be read.', () => readStep(oc, bytes)).map((shape) => ({
    shape,
    faces: facesOf(oc, shape, kept),
  }))
  const faces = solids.flatMap((solid) => solid.faces)
  if (faces.length > MAX_FACES)
    throw new FeatureError('import_failed', `The file has ${faces.length} faces, of at most ${MAX_FACES}.`)
  const keyed = faces.map((face) =>
    withArena((use) => {
      const properties = use(new oc.GProp_GProps())
      oc.BRepGProp.SurfaceProperties(face, properties, true, false)
      const place = [...xyz(use(properties.CentreOfMass())), properties.Mass()]
      return { face, key: place.map((each) => Math.round(each * 1e5) / 1e5) }
    }),
  )
  keyed.sort((a, b) => {
    const at = a.key.findIndex((each, i) => each !== b.key[i])
    return at < 0 ? 0 : (a.key[at] ?? 0) - (b.key[at] ?? 0)
  })
  const numbers = new Map(keyed.map(({ face }, i) => [face, i + 1]))
  return {
    tools: {
      op: 'add',
      merge: 'new',
      solids: solids.map((solid) => ({
        shape: solid.shape,
        faces: solid.faces.map((face) => ({ face, names: [`${feature.id}/import/${numbers.get(face)}`] })),
      })),
    },
  }
}
