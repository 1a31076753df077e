import type { Rehearsal } from '@atelier/agent'
import { callOf, failureText, resultData } from '@atelier/operation'
import { createBox } from '../operations/createBox.ts'
import { createFillet } from '../operations/createFillet.ts'
import { createHole } from '../operations/createHole.ts'
import { getMassProperties } from '../operations/getMassProperties.ts'
import { firstFailure, hasWord, parameterCalls, requirementCalls, rounded, threeSizes } from './words.ts'

/** Width, depth and thickness in a request such as “80 × 40 × 5”; usual ones without. */
function sizeIn(prompt: string): readonly [number, number, number] {
  const [width, depth, thickness] = threeSizes(prompt) ?? [0, 0, 0]
  return width >= 30 && depth >= 30 && thickness >= 1 ? [width, depth, thickness] : [80, 40, 5]
}

/** Makes a plate with four holes and round corners, each dimension a parameter. */
export const bracket: Rehearsal = {
  id: 'part.bracket',
  title: 'Make a bracket 80 × 40 × 5 with four holes and round corners',
  fits: (prompt) => (hasWord(prompt, ['bracket', 'plate', 'braket', 'levha']) ? 4 : 0),
  *play({ prompt }) {
    const [width, depth, thickness] = sizeIn(prompt)
    const parameters = { width, depth, thickness, margin: 8, holeDiameter: 5, cornerRadius: 4 }
    const set = yield {
      text: 'This is a script, not a model. Its dimensions become parameters first.',
      calls: parameterCalls(parameters),
    }
    const unset = firstFailure(set)
    if (unset !== undefined) {
      yield { text: `The parameters could not be set: ${unset}` }
      return
    }
    const [made] = yield {
      text: 'Now the plate.',
      calls: [callOf(createBox, { width: 'width', depth: 'depth', height: 'thickness', name: 'Plate' })],
    }
    const plate = resultData(createBox, made)
    if (!plate) {
      yield { text: `The plate could not be made: ${failureText(made)}` }
      return
    }
    const [near, far] = [(of: string) => `margin / ${of}`, (of: string) => `1 - margin / ${of}`]
    const places = [
      [near('width'), near('depth')],
      [far('width'), near('depth')],
      [far('width'), far('depth')],
      [near('width'), far('depth')],
    ] as const
    const drilled = yield {
      text: 'Four holes, as far from the edges as the margin says, and then the corners.',
      calls: [
        ...places.map(([positionU, positionV]) =>
          callOf(createHole, {
            faceRef: `face:${plate.extrudeId}/end`,
            diameter: 'holeDiameter',
            throughAll: true,
            positionU,
            positionV,
          }),
        ),
        callOf(createFillet, {
          edgeRefs: { edges: { createdBy: plate.extrudeId, role: 'side', direction: { x: 0, y: 0, z: 1 } } },
          radius: 'cornerRadius',
          name: 'Corners',
        }),
      ],
    }
    const broken = firstFailure(drilled)
    if (broken !== undefined) {
      yield { text: `Not all of it could be made: ${broken}` }
      return
    }
    const [, , , measured] = yield {
      text: 'The request fixes its size: that stays on the part, and is measured.',
      calls: [
        ...requirementCalls([
          ['Width', 'box.x', width],
          ['Depth', 'box.y', depth],
          ['Thickness', 'box.z', thickness],
        ]),
        callOf(getMassProperties, {}),
      ],
    }
    const mass = resultData(getMassProperties, measured)
    yield {
      text: mass
        ? `The bracket is ${width} × ${depth} × ${thickness} mm, with four holes and round corners: ${rounded(mass.volume)} mm³ in ${mass.faces} faces. Its dimensions are parameters; change one and the rest follows.`
        : `It could not be measured: ${failureText(measured)}`,
    }
  },
}
