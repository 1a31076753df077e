import { Value } from 'typebox/value'
import { type FeatureInputs, type FeatureType, featureInputs, isFeatureType } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { addVectors, scale } from '../geometry/vector.ts'
import { makeAxis } from './axis.ts'
import { makeChamfer, makeFillet } from './blend.ts'
import { makeBoolean, makeMirror, makePattern } from './copies.ts'
import { makeExtrude } from './extrude.ts'
import { makeImport } from './imported.ts'
import type { Made, MakeContext } from './make.ts'
import { makeBoss, makeHole, makePocket } from './onFace.ts'
import { makeLoft, makePrimitive, makeRevolve, makeRib, makeSweep } from './sweeps.ts'
import { makeDraft, makeShell } from './walls.ts'

type Makers = { readonly [T in FeatureType]: (context: MakeContext, inputs: FeatureInputs<T>) => Made }

/** The maker of each type of feature. */
const makers: Makers = {
  plane(context, { base, offset }) {
    const { frame } = context.plane(base)
    return {
      frame: { ...frame, origin: addVectors(frame.origin, scale(frame.normal, context.value(offset, 'length'))) },
    }
  },
  axis: makeAxis,
  sketch: (context) => ({ sketch: context.sketch(context.feature.id) }),
  extrude: makeExtrude,
  revolve: makeRevolve,
  loft: makeLoft,
  sweep: makeSweep,
  fillet: makeFillet,
  chamfer: makeChamfer,
  draft: makeDraft,
  shell: makeShell,
  hole: makeHole,
  pocket: makePocket,
  boss: makeBoss,
  rib: makeRib,
  primitive: makePrimitive,
  pattern: makePattern,
  mirror: makeMirror,
  boolean: makeBoolean,
  import: makeImport,
}

/** Makes a feature. @throws FeatureError if it cannot be made, also if its type is unknown here */
export function make(context: MakeContext): Made {
  const { type, inputs } = context.feature
  if (!isFeatureType(type))
    throw new FeatureError('invalid_value', `This server does not know features of the type “${type.slice(0, 40)}”.`, {
      hint: 'A newer version made it; update this server.',
    })
  return makeTyped(context, type, inputs)
}

function makeTyped<T extends FeatureType>(context: MakeContext, type: T, inputs: unknown): Made {
  const schema: (typeof featureInputs)[T] = featureInputs[type]
  if (!Value.Check(schema, inputs))
    throw new FeatureError('invalid_value', `The inputs of this ${type} do not fit together.`)
  const maker: Makers[T] = makers[type]
  return maker(context, inputs)
}
