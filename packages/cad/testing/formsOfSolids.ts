import { alongZ, at, bodiesOf, type Form, listOf, oneEdge, ringSketch } from './formPart.ts'

const { PI, SQRT2, tan } = Math

export const formsOfSolids: Readonly<Record<string, Form>> = {
  'a symmetric extrusion': {
    volume: PI * 9 * 10,
    area: 2 * PI * 9 + 2 * PI * 3 * 10,
    async make(p) {
      const s = await p.sketch()
      await p.ok('addCircle', { center: at(0, 0), radius: 3 })
      await p.extrude(s, 10, { direction: 'symmetric' })
    },
  },
  'a cut from a plane above, through all': {
    volume: 6000 - PI * 9 * 10,
    async make(p) {
      await p.box()
      const planeRef = await p.idOf('createPlane', { base: 'xy', offset: 25 })
      const sketchId = await p.idOf('createSketch', { planeType: 'planeFeatureId', planeRef }, 'sketchId')
      await p.ok('addCircle', { center: at(2, 2), radius: 3 })
      await p.ok('createExtrude', { sketchId, op: 'cut', extent: 'throughAll', direction: 'reverse' })
    },
  },
  'an extrusion up to a face': {
    volume: 6000 + PI * 4 * 10,
    bodies: 2,
    async make(p) {
      const to = await p.box()
      const sketchId = await p.sketch()
      await p.ok('addCircle', { center: at(40, 0), radius: 2 })
      await p.ok('createExtrude', { sketchId, op: 'add', extent: 'upTo', to })
    },
  },
  'a ring': {
    volume: 2 * PI * 10 * 8,
    area: 2 * PI * 10 * 12,
    make: async (p) => p.ok('createRevolve', { ...(await ringSketch(p)), angle: 360 }),
  },
  'a third of a ring': {
    volume: (2 * PI * 10 * 8) / 3,
    area: (2 * PI * 10 * 12) / 3 + 16,
    make: async (p) => p.ok('createRevolve', { ...(await ringSketch(p)), angle: 120 }),
  },
  'a bar that is wound to the right': {
    volume: 2 * PI * 10 * 2.5 * 8,
    async make(p) {
      const { sketchId, ...more } = await ringSketch(p)
      await p.ok('createHelixSweep', { profileSketchId: sketchId, ...more, pitch: 3, turns: 2.5 })
    },
  },
  'a bar that is wound to the left, steeply': {
    volume: 2 * PI * 10 * 0.75 * 8,
    async make(p) {
      const { sketchId, ...more } = await ringSketch(p)
      await p.ok('createHelixSweep', { profileSketchId: sketchId, ...more, pitch: 60, turns: 0.75, hand: 'left' })
    },
  },
  'a curved back over a straight foot': {
    // The natural spline of equal steps: each half adds h/2 (y + y') − h³/24 (y″ + y‴) with y″ = −9/h².
    volume: 4 * 5 * (3 + 0.75),
    async make(p) {
      const sketchId = await p.sketch()
      const drawn = await p.ok('addSpline', { points: [at(0, 0), at(5, 3), at(10, 0)] })
      const [startPointId, , endPointId] = listOf(drawn.pointIds)
      await p.ok('addLine', { start: at(0, 0), end: at(10, 0), startPointId, endPointId })
      await p.extrude(sketchId, 4)
    },
  },
  'a frustum between squares': {
    volume: (9 * (64 + 32 + 16)) / 3,
    async make(p) {
      const low = await p.sketch()
      await p.ok('createCenteredRectangle', { width: 8, height: 8 })
      const planeRef = await p.idOf('createPlane', { base: 'xy', offset: 9 })
      const high = await p.idOf('createSketch', { planeType: 'planeFeatureId', planeRef }, 'sketchId')
      await p.ok('createCenteredRectangle', { width: 4, height: 4 })
      await p.ok('createLoft', { sketchIds: [low, high], op: 'add' })
    },
  },
  'a square bar along a line': {
    volume: 4 * 4 * 30,
    area: 2 * 16 + 4 * 4 * 30,
    async make(p) {
      const pathSketchId = await p.sketch('xz')
      const pathEntityId = await p.idOf('addLine', { start: at(0, 0), end: at(0, 30) }, 'lineId')
      const profileSketchId = await p.sketch()
      await p.ok('createCenteredRectangle', { width: 4, height: 4 })
      await p.ok('createSweep', { profileSketchId, pathSketchId, pathEntityId, op: 'add' })
    },
  },
  'a square bar around a corner': {
    volume: 4 * (20 + 20),
    async make(p) {
      const pathSketchId = await p.sketch('xz')
      const first = await p.ok('addLine', { start: at(0, 0), end: at(0, 20) })
      await p.ok('addLine', { start: at(0, 20), end: at(20, 20), startPointId: first.endPointId })
      const profileSketchId = await p.sketch()
      await p.ok('createCenteredRectangle', { width: 2, height: 2 })
      await p.ok('createSweep', { profileSketchId, pathSketchId, pathEntityId: first.lineId, op: 'add' })
    },
  },
  'one round edge': {
    volume: 6000 - (1 - PI / 4) * 9 * 10,
    async make(p) {
      await p.box()
      await p.ok('createFillet', { edgeRefs: oneEdge, radius: 3 })
    },
  },
  'one chamfered edge': {
    volume: 6000 - (9 / 2) * 10,
    area: 2200 - 2 * 3 * 10 - 9 + 3 * SQRT2 * 10,
    async make(p) {
      await p.box()
      await p.ok('createChamfer', { edgeRefs: oneEdge, distance: 3 })
    },
  },
  'a cube with all edges round': {
    volume: 6 ** 3 + 6 * 36 * 2 + 3 * PI * 6 * 4 + (4 / 3) * PI * 8,
    area: 6 * 36 + 12 * (PI / 2) * 2 * 6 + 4 * PI * 4,
    async make(p) {
      await p.ok('createBox', { width: 10, depth: 10, height: 10 })
      await p.ok('filletAllEdges', { radius: 2 })
    },
  },
  'one drafted side': {
    volume: 6000 - (tan(PI / 18) * 10 * 10 * 20) / 2,
    async make(p) {
      await p.box()
      await p.ok('createDraft', {
        faceRefs: { faces: { orientation: 'right' } },
        angle: 10,
        pullDirectionX: 0,
        pullDirectionY: 0,
        pullDirectionZ: 1,
      })
    },
  },
  'a side drafted about a plane in the middle': {
    volume: 6000,
    async make(p) {
      await p.box()
      const neutralPlane = await p.idOf('createPlane', { base: 'xy', offset: 5 })
      await p.ok('createDraft', {
        faceRefs: { faces: { orientation: 'right' } },
        angle: 10,
        pullDirectionX: 0,
        pullDirectionY: 0,
        pullDirectionZ: 1,
        neutralPlane,
      })
    },
  },
  'a row of bosses': {
    volume: 6000 + 4 * PI * 2,
    async make(p) {
      const faceRef = await p.box()
      const boss = await p.idOf('createBoss', { faceRef, shape: 'circle', diameter: 2, height: 2, positionU: 0.1 })
      await p.ok('createLinearPattern', {
        featureIds: [boss],
        directionX: 1,
        directionY: 0,
        directionZ: 0,
        count: 4,
        spacing: 6,
      })
    },
  },
  'three holes on half a circle': {
    volume: PI * 400 * 3 - 3 * PI * 4 * 3,
    async make(p) {
      const disc = await p.idOf('createCylinder', { radius: 20, height: 3 }, 'extrudeId')
      const hole = await p.idOf('createHole', { faceRef: `face:${disc}/end`, diameter: 4, positionU: 0.8 })
      await p.ok('createCircularPattern', { featureIds: [hole], ...alongZ, count: 3, totalAngle: 180 })
    },
  },
  'holes about an axis of their own': {
    volume: 6000 - 4 * PI * 10,
    async make(p) {
      const faceRef = await p.box()
      const hole = await p.idOf('createHole', { faceRef, diameter: 2, positionU: 0.6 })
      const axisId = await p.idOf('createAxis', { origin: { x: -4, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 1 } })
      await p.ok('createCircularPattern', { featureIds: [hole], axisId, count: 4 })
    },
  },
  'a mirrored extrusion': {
    volume: 2 * PI * 9 * 4,
    bodies: 2,
    async make(p) {
      const s = await p.sketch()
      await p.ok('addCircle', { center: at(10, 0), radius: 3 })
      await p.ok('createMirror', { featureIds: [await p.extrude(s, 4)], planeRef: 'yz' })
    },
  },
  'a blind hole': {
    volume: 6000 - PI * 4 * 6,
    area: 2200 + 2 * PI * 2 * 6,
    make: async (p) => p.ok('createHole', { faceRef: await p.box(), diameter: 4, depthValue: 6 }),
  },
  'a square pocket': {
    volume: 6000 - 8 * 6 * 4,
    area: 2200 + 2 * (8 + 6) * 4,
    make: async (p) => p.ok('createPocket', { faceRef: await p.box(), width: 8, length: 6, depth: 4 }),
  },
  'a square boss': {
    volume: 6000 + 8 * 6 * 4,
    area: 2200 + 2 * (8 + 6) * 4,
    make: async (p) =>
      p.ok('createBoss', { faceRef: await p.box(), shape: 'rectangle', width: 8, length: 6, height: 4 }),
  },
  'a tray': {
    volume: 6000 - 28 * 18 * 9,
    area: 2200 + 2 * (28 + 18) * 9,
    make: async (p) => p.ok('createShell', { thickness: 1, openFaces: await p.box() }),
  },
  'a tube open at both ends': {
    volume: 6000 - 30 * 18 * 8,
    async make(p) {
      await p.box()
      const openFaces = [{ faces: { orientation: 'left' } }, { faces: { orientation: 'right' } }]
      await p.ok('createShell', { thickness: 1, openFaces })
    },
  },
  'a closed hollow': {
    volume: 6000 - 26 * 16 * 6,
    area: 2200 + 2 * (26 * 16 + 26 * 6 + 16 * 6),
    async make(p) {
      await p.box()
      await p.ok('createShell', { thickness: 2 })
    },
  },
  'a rib on a floor': {
    volume: 6000 + 20 * 2 * 5,
    async make(p) {
      await p.box()
      const planeRef = await p.idOf('createPlane', { base: 'xy', offset: 15 })
      const sketchId = await p.idOf('createSketch', { planeType: 'planeFeatureId', planeRef }, 'sketchId')
      const lineId = await p.idOf('addLine', { start: at(-10, 0), end: at(10, 0) }, 'lineId')
      await p.ok('createRib', { sketchId, lineId, thickness: 2 })
    },
  },
  'what two boxes have in common': {
    volume: 10 * 20 * 10,
    async make(p) {
      await p.box()
      const s = await p.sketch()
      await p.ok('addRectangle', { corner1: at(5, -30), corner2: at(50, 30) })
      const other = await p.extrude(s, 40, { direction: 'symmetric', merge: 'new' })
      const [target] = await bodiesOf(p)
      await p.ok('createBoolean', { op: 'intersect', target, tools: [other] })
    },
  },
  'a copied hole elsewhere': {
    volume: 6000 - 2 * PI * 4 * 10,
    async make(p) {
      const featureId = await p.idOf('createHole', { faceRef: await p.box(), diameter: 4, positionU: 0.2 })
      const copy = await p.ok('duplicateFeature', { featureId, allowErrors: true })
      await p.ok('modifyFeature', { featureId: copy.newFeatureId, parameterName: 'u', numberValue: 0.8 })
    },
  },
  'a hole that is left out': {
    volume: 6000,
    area: 2200,
    async make(p) {
      const featureId = await p.idOf('createHole', { faceRef: await p.box(), diameter: 4 })
      await p.ok('renameFeature', { featureId, name: 'Bore' })
      await p.ok('suppressFeature', { featureId, suppressed: true })
    },
  },
  'a hole that was deleted': {
    volume: 6000,
    async make(p) {
      const featureId = await p.idOf('createHole', { faceRef: await p.box(), diameter: 4 })
      await p.ok('deleteFeature', { featureId })
    },
  },
  'a cut moved in front of the boss that it met': {
    volume: 6000 - PI * 4 * 10 + PI * 16 * 5,
    async make(p) {
      const faceRef = await p.box()
      const boss = await p.idOf('createBoss', { faceRef, shape: 'circle', diameter: 8, height: 5, positionU: 0.5 })
      const hole = await p.idOf('createHole', { faceRef, diameter: 4, positionU: 0.2 })
      const { features } = await p.ok('getModelContext')
      const order = (Array.isArray(features) ? features : []).map(({ id }) => String(id))
      await p.ok('reorderFeature', { featureId: hole, afterFeatureId: order[order.indexOf(boss) - 1] ?? null })
    },
  },
  'a box of parameters': {
    volume: 24 * 12 * 6,
    async make(p) {
      await p.ok('setParameter', { name: 'w', expression: '20 mm' })
      await p.ok('createBox', { width: 'w', depth: 'w / 2', height: 'w / 4' })
      await p.ok('setParameter', { name: 'w', expression: '2.4 cm' })
    },
  },
}
