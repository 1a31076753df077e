import type { Rehearsal } from '@atelier/agent'
import { callOf, failureText, resultData } from '@atelier/operation'
import { createBoss } from '../operations/createBoss.ts'
import { createChamfer } from '../operations/createChamfer.ts'
import { createCircularPattern } from '../operations/createCircularPattern.ts'
import { createCylinder } from '../operations/createCylinder.ts'
import { createFillet } from '../operations/createFillet.ts'
import { createHole } from '../operations/createHole.ts'
import { getMassProperties } from '../operations/getMassProperties.ts'
import { firstFailure, firstSize, hasWord, parameterCalls, requirementCalls, rounded } from './words.ts'

/** Makes a disc with a hub, a bore through both, and a circle of holes for bolts. */
export const flange: Rehearsal = {
  id: 'part.flange',
  title: 'Make a flange of 120 mm with a hub, a bore and six holes for bolts',
  fits: (prompt) => (hasWord(prompt, ['flange', 'hub', 'příruba', 'priruba']) ? 5 : 0),
  *play({ prompt }) {
    const asked = firstSize(prompt) ?? 120
    const diameter = asked >= 60 && asked <= 1_000 ? asked : 120
    const set = yield {
      text: 'This is a script, not a model. Its dimensions become parameters first.',
      calls: parameterCalls({
        diameter,
        thickness: 12,
        hubDiameter: 'diameter / 2',
        hubHeight: 20,
        boreDiameter: 'diameter / 3',
        boltCircle: 'diameter * 0.75',
        boltDiameter: 9,
        boltCount: '6',
        chamferSize: 1,
        filletRadius: 3,
      }),
    }
    const unset = firstFailure(set)
    if (unset !== undefined) {
      yield { text: `The parameters could not be set: ${unset}` }
      return
    }
    const [made] = yield {
      text: 'Now the disc.',
      calls: [callOf(createCylinder, { radius: 'diameter / 2', height: 'thickness', name: 'Disc' })],
    }
    const disc = resultData(createCylinder, made)
    if (!disc) {
      yield { text: `The disc could not be made: ${failureText(made)}` }
      return
    }
    const face = `face:${disc.extrudeId}/end`
    const [added, drilled] = yield {
      text: 'A hub on its face, and one of the holes: the others repeat it.',
      calls: [
        callOf(createBoss, {
          faceRef: face,
          shape: 'circle',
          diameter: 'hubDiameter',
          height: 'hubHeight',
          name: 'Hub',
        }),
        callOf(createHole, {
          faceRef: face,
          diameter: 'boltDiameter',
          throughAll: true,
          positionU: '0.5 + boltCircle / (2 * diameter)',
          positionV: 0.5,
          name: 'Bolt hole',
        }),
      ],
    }
    const [hub, hole] = [resultData(createBoss, added), resultData(createHole, drilled)]
    if (!hub || !hole) {
      yield { text: `Hub and hole could not be made: ${failureText(hub ? drilled : added)}` }
      return
    }
    const finished = yield {
      text: 'The circle of holes, the bore, and last the edges.',
      calls: [
        callOf(createCircularPattern, {
          featureIds: [hole.featureId],
          axisX: 0,
          axisY: 0,
          axisZ: 1,
          axisPointX: 0,
          axisPointY: 0,
          axisPointZ: 0,
          count: 'boltCount',
          name: 'Bolt holes',
        }),
        callOf(createHole, {
          faceRef: `face:${hub.featureId}/end`,
          diameter: 'boreDiameter',
          throughAll: true,
          name: 'Bore',
        }),
        callOf(createFillet, {
          edgeRefs: `edge:[${disc.extrudeId}/end|${hub.featureId}/side/wall]`,
          radius: 'filletRadius',
          name: 'Foot of the hub',
        }),
        callOf(createChamfer, {
          edgeRefs: `edge:[${hub.featureId}/end|${hub.featureId}/side/wall]`,
          distance: 'chamferSize',
          name: 'Edge of the hub',
        }),
      ],
    }
    const broken = firstFailure(finished)
    if (broken !== undefined) {
      yield { text: `Not all of it could be made: ${broken}` }
      return
    }
    const measured = yield {
      text: 'The request fixes its diameter: that stays on the part, and is measured.',
      calls: [
        ...requirementCalls([
          ['Diameter', 'box.x', diameter],
          ['Bodies', 'bodies', 1],
          ['Bore', `radius(face:${boreOf(finished[1])}/side/wall)`, diameter / 6],
        ]),
        callOf(getMassProperties, {}),
      ],
    }
    const mass = resultData(getMassProperties, measured.at(-1))
    yield {
      text: mass
        ? `The flange has a diameter of ${diameter} mm, a hub, a bore and six holes for bolts: ${rounded(mass.volume)} mm³ in ${mass.faces} faces. Its dimensions are parameters; change one and the rest follows.`
        : `It could not be measured: ${failureText(measured.at(-1))}`,
    }
  },
}

const boreOf = (result: Parameters<typeof resultData>[1]): string => resultData(createHole, result)?.featureId ?? ''
