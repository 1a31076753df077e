import type { Rehearsal } from '@atelier/agent'
import { callOf, failureText, resultData } from '@atelier/operation'
import { createBoss } from '../operations/createBoss.ts'
import { createBox } from '../operations/createBox.ts'
import { createFillet } from '../operations/createFillet.ts'
import { createHole } from '../operations/createHole.ts'
import { createMirror } from '../operations/createMirror.ts'
import { createPocket } from '../operations/createPocket.ts'
import { createShell } from '../operations/createShell.ts'
import { getMassProperties } from '../operations/getMassProperties.ts'
import { firstFailure, hasWord, parameterCalls, requirementCalls, rounded, threeSizes } from './words.ts'

const usual = [100, 60, 35] as const

/** Makes a box without a lid, with posts for screws in its corners and an opening for a cable. */
export const enclosure: Rehearsal = {
  id: 'part.enclosure',
  title: 'Make an enclosure 100 × 60 × 35 with posts for screws',
  fits: (prompt) => (hasWord(prompt, ['enclosure', 'housing', 'case', 'krabi']) ? 5 : 0),
  *play({ prompt }) {
    const asked = threeSizes(prompt) ?? usual
    const [width, depth, height] = asked[0] >= 50 && asked[1] >= 50 && asked[2] >= 20 ? asked : usual
    const set = yield {
      text: 'This is a script, not a model. Its dimensions become parameters first.',
      calls: parameterCalls({
        width,
        depth,
        height,
        wall: 2,
        cornerRadius: 5,
        postDiameter: 8,
        postInset: 8,
        postHeight: 'height / 3',
        screwDiameter: 2.5,
        cableWidth: 6,
      }),
    }
    const unset = firstFailure(set)
    if (unset !== undefined) {
      yield { text: `The parameters could not be set: ${unset}` }
      return
    }
    const [made] = yield {
      text: 'Now the block.',
      calls: [callOf(createBox, { width: 'width', depth: 'depth', height: 'height', name: 'Block' })],
    }
    const block = resultData(createBox, made)
    if (!block) {
      yield { text: `The block could not be made: ${failureText(made)}` }
      return
    }
    const [, hollowed] = yield {
      text: 'Its upright edges become round before it is hollowed, so that the wall is as thick in the corners.',
      calls: [
        callOf(createFillet, {
          edgeRefs: { edges: { createdBy: block.extrudeId, role: 'side', direction: { x: 0, y: 0, z: 1 } } },
          radius: 'cornerRadius',
          name: 'Corners',
        }),
        callOf(createShell, { thickness: 'wall', openFaces: `face:${block.extrudeId}/end`, name: 'Walls' }),
      ],
    }
    const shell = resultData(createShell, hollowed)
    if (!shell) {
      yield { text: `The block could not be hollowed: ${failureText(hollowed)}` }
      return
    }
    const floor = `face:${shell.featureId}/inner/(${block.extrudeId}/start)`
    const place = {
      positionU: '(postInset - wall) / (width - 2 * wall)',
      positionV: '(postInset - wall) / (depth - 2 * wall)',
    }
    const [added] = yield {
      text: 'One post on the floor.',
      calls: [
        callOf(createBoss, {
          faceRef: floor,
          shape: 'circle',
          diameter: 'postDiameter',
          height: 'postHeight',
          ...place,
          name: 'Post',
        }),
      ],
    }
    const post = resultData(createBoss, added)
    if (!post) {
      yield { text: `The post could not be made: ${failureText(added)}` }
      return
    }
    const [drilled] = yield {
      text: 'A hole for its screw, not through the floor.',
      calls: [
        callOf(createHole, {
          faceRef: `face:${post.featureId}/end`,
          diameter: 'screwDiameter',
          depthValue: 'postHeight * 0.8',
          name: 'Screw hole',
        }),
      ],
    }
    const hole = resultData(createHole, drilled)
    if (!hole) {
      yield { text: `The hole could not be made: ${failureText(drilled)}` }
      return
    }
    const [posts, holes] = yield {
      text: 'Both on the other side.',
      calls: [
        callOf(createMirror, { featureIds: [post.featureId], planeRef: 'yz', name: 'Second post' }),
        callOf(createMirror, { featureIds: [hole.featureId], planeRef: 'yz', name: 'Second screw hole' }),
      ],
    }
    const [postPair, holePair] = [resultData(createMirror, posts), resultData(createMirror, holes)]
    if (!postPair || !holePair) {
      yield { text: `The post could not be mirrored: ${failureText(postPair ? holes : posts)}` }
      return
    }
    const finished = yield {
      text: 'Both pairs once more, and the opening for the cable.',
      calls: [
        callOf(createMirror, {
          featureIds: [post.featureId, postPair.featureId],
          planeRef: 'xz',
          name: 'Posts behind',
        }),
        callOf(createMirror, {
          featureIds: [hole.featureId, holePair.featureId],
          planeRef: 'xz',
          name: 'Screw holes behind',
        }),
        callOf(createPocket, {
          faceRef: { faces: { createdBy: block.extrudeId, role: 'side', orientation: 'right' } },
          width: 'cableWidth',
          length: 'cableWidth',
          depth: 'wall * 1.5',
          cornerRadius: 'cableWidth / 4',
          name: 'Cable opening',
        }),
      ],
    }
    const broken = firstFailure(finished)
    if (broken !== undefined) {
      yield { text: `Not all of it could be made: ${broken}` }
      return
    }
    const measured = yield {
      text: 'The request fixes its size: that stays on the part with the thickness of the floor, and is measured.',
      calls: [
        ...requirementCalls([
          ['Width', 'box.x', width],
          ['Depth', 'box.y', depth],
          ['Height', 'box.z', height],
          ['Floor', `distance(face:${block.extrudeId}/start, ${floor})`, 2],
          ['Bodies', 'bodies', 1],
        ]),
        callOf(getMassProperties, {}),
      ],
    }
    const mass = resultData(getMassProperties, measured.at(-1))
    yield {
      text: mass
        ? `The enclosure is ${width} × ${depth} × ${height} mm with four posts and an opening for a cable: ${rounded(mass.volume)} mm³ in ${mass.faces} faces. Its dimensions are parameters; change one and the rest follows.`
        : `It could not be measured: ${failureText(measured.at(-1))}`,
    }
  },
}
