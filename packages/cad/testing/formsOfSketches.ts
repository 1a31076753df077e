import { at, type Form, listOf, polygon } from './formPart.ts'

const { PI, SQRT2, sqrt } = Math

export const formsOfSketches: Readonly<Record<string, Form>> = {
  'a box from a corner': {
    volume: 12 * 7 * 3,
    area: 2 * (84 + 36 + 21),
    make: (p) => p.ok('createBox', { width: 12, depth: '3.5 mm * 2', height: 3, centered: false }),
  },
  'a box on a standing plane': {
    volume: 252,
    area: 282,
    make: (p) => p.ok('createBox', { width: 12, depth: 7, height: 3, plane: 'yz' }),
  },
  'a cylinder on a standing plane': {
    volume: PI * 16 * 9,
    area: 2 * PI * 16 + 2 * PI * 4 * 9,
    make: (p) => p.ok('createCylinder', { radius: 4, height: 9, plane: 'xz' }),
  },
  'a cylinder beside the axis': {
    volume: PI * 16 * 9,
    make: (p) => p.ok('createCylinder', { radius: 4, height: 9, centered: false }),
  },
  'a sphere anywhere': {
    volume: (4 / 3) * PI * 8,
    area: 4 * PI * 4,
    make: (p) => p.ok('createSphere', { radius: 2, centerX: 3, centerY: -4, centerZ: 5 }),
  },
  'a cone with a point': {
    volume: (PI * 9 * 4) / 3,
    area: PI * 9 + PI * 3 * 5,
    make: (p) => p.ok('createCone', { baseRadius: 3, topRadius: 0, height: 4 }),
  },
  'a cone without its point': {
    volume: (PI * 4 * (36 + 18 + 9)) / 3,
    area: PI * (36 + 9) + PI * 9 * 5,
    make: (p) => p.ok('createCone', { baseRadius: 6, topRadius: 3, height: 4 }),
  },
  'a rectangle between corners': {
    volume: 8 * 5 * 3,
    async make(p) {
      const s = await p.sketch()
      await p.ok('addRectangle', { corner1: at(1, 1), corner2: at(9, 6) })
      await p.extrude(s, 3, { direction: 'reverse' })
    },
  },
  'a centred rectangle with a round hole': {
    volume: (20 * 10 - PI * 9) * 4,
    area: 2 * (200 - PI * 9) + 4 * (60 + 6 * PI),
    async make(p) {
      const s = await p.sketch()
      await p.ok('createCenteredRectangle', { width: 20, height: 10 })
      await p.ok('createCircleWithRadius', { radius: 3, centerX: 2, centerY: 1 })
      await p.extrude(s, 4)
    },
  },
  'a triangle': {
    volume: ((3 * sqrt(3)) / 4) * 36 * 2,
    async make(p) {
      const s = await p.sketch()
      await p.ok('addPolygon', { center: at(0, 0), radius: 6, sides: 3, rotation: 15 })
      await p.extrude(s, 2)
    },
  },
  'an octagon': {
    volume: 2 * SQRT2 * 25 * 3,
    async make(p) {
      const s = await p.sketch('yz')
      await p.ok('addPolygon', { center: at(1, 2), radius: 5, sides: 8 })
      await p.extrude(s, 3)
    },
  },
  'a slanted slot': {
    volume: (PI * 9 + 14 * 6) * 2,
    area: 2 * (PI * 9 + 84) + 2 * (6 * PI + 28),
    async make(p) {
      const s = await p.sketch()
      await p.ok('addSlot', { center: at(3, 4), length: 20, width: 6, angle: 40 })
      await p.extrude(s, 2)
    },
  },
  'a half disc of an arc': {
    volume: (PI * 16 * 3) / 2,
    async make(p) {
      const s = await p.sketch()
      const arc = await p.ok('addArc', { start: at(4, 0), end: at(-4, 0), center: at(0, 0) })
      await p.ok('addLine', {
        start: at(-4, 0),
        end: at(4, 0),
        startPointId: arc.endPointId,
        endPointId: arc.startPointId,
      })
      await p.extrude(s, 3)
    },
  },
  'a right-angled triangle of lines': {
    volume: (6 * 8 * 5) / 2,
    area: 48 + 5 * 24,
    async make(p) {
      const s = await p.sketch()
      await polygon(p, [
        [0, 0],
        [6, 0],
        [0, 8],
      ])
      await p.extrude(s, 5)
    },
  },
  'a rounded rectangle': {
    volume: (20 * 12 - (4 - PI) * 9) * 2,
    async make(p) {
      const s = await p.sketch()
      await p.ok('createRoundedRectangle', { width: 20, height: 12, cornerRadius: 3, centerX: 4, centerY: 4 })
      await p.extrude(s, 2)
    },
  },
  'a rectangle without its corners': {
    volume: (20 * 12 - 2 * 9) * 2,
    async make(p) {
      const s = await p.sketch()
      await p.ok('createChamferedRectangle', { width: 20, height: 12, chamferSize: 3 })
      await p.extrude(s, 2)
    },
  },
  'a profile that mirrors itself': {
    volume: 5 * 6 * 4,
    async make(p) {
      const s = await p.sketch()
      await p.ok('createSymmetricProfile', { halfProfile: [at(0, 0), at(5, 0), at(0, 6)] })
      await p.extrude(s, 4)
    },
  },
  'six rods on a circle': {
    volume: 6 * PI * 4 * 7,
    bodies: 6,
    async make(p) {
      const s = await p.sketch()
      await p.ok('createBoltCircle', { patternCenter: at(0, 0), patternRadius: 12, holeRadius: 2, count: 6 })
      await p.extrude(s, 7)
    },
  },
  'a disc over centre lines': {
    volume: PI * 25 * 2,
    async make(p) {
      const s = await p.sketch()
      await p.ok('createCenterlinesAtOrigin')
      await p.ok('addPoint', { x: 1, y: 1 })
      await p.ok('addCircle', { center: at(0, 0), radius: 5 })
      await p.extrude(s, 2)
    },
  },
  'a disc with a circle that is construction': {
    volume: PI * 25 * 2,
    async make(p) {
      const s = await p.sketch()
      await p.ok('addCircle', { center: at(0, 0), radius: 5 })
      const entityId = await p.idOf('addCircle', { center: at(0, 0), radius: 2 }, 'circleId')
      await p.ok('toggleConstruction', { entityId })
      await p.extrude(s, 2)
    },
  },
  'a disc without the circle that was deleted': {
    volume: PI * 25 * 2,
    async make(p) {
      const s = await p.sketch()
      await p.ok('addCircle', { center: at(0, 0), radius: 5 })
      const entityId = await p.idOf('addCircle', { center: at(0, 0), radius: 2 }, 'circleId')
      await p.ok('deleteEntity', { entityId })
      await p.extrude(s, 2)
    },
  },
  'a triangle whose corner moved': {
    volume: (6 * 10 * 5) / 2,
    async make(p) {
      const s = await p.sketch()
      const { points } = await polygon(p, [
        [0, 0],
        [6, 0],
        [0, 8],
      ])
      await p.ok('movePoint', { pointId: points[2], x: 2, y: 10 })
      await p.extrude(s, 5)
    },
  },
  'a triangle of lines whose ends were merged': {
    volume: (6 * 8 * 5) / 2,
    async make(p) {
      const s = await p.sketch()
      const corners = [at(0, 0), at(6, 0), at(0, 8)]
      const ends: [unknown, unknown][] = []
      for (const [i, start] of corners.entries()) {
        const { startPointId, endPointId } = await p.ok('addLine', { start, end: corners[(i + 1) % 3] })
        ends.push([startPointId, endPointId])
      }
      for (const [i, [, end]] of ends.entries())
        await p.ok('mergePoints', { keepPointId: end, removePointId: ends[(i + 1) % 3]?.[0] })
      await p.extrude(s, 5)
    },
  },
  'a rectangle of a distance': {
    volume: 14 * 5 * 3,
    async make(p) {
      const s = await p.sketch()
      const { pointIds } = await p.ok('addRectangle', { corner1: at(0, 0), corner2: at(9, 5) })
      const [a, b] = listOf(pointIds)
      await p.ok('addConstraint', { type: 'fixed', point: a })
      await p.ok('addConstraint', { type: 'distance', points: [a, b], value: 14 })
      await p.extrude(s, 3)
    },
  },
  'a rectangle whose width changed': {
    volume: 25 * 10 * 4,
    async make(p) {
      const s = await p.sketch()
      const { constraintIds } = await p.ok('createCenteredRectangle', { width: 20, height: 10 })
      await p.ok('modifyConstraintValue', { constraintId: listOf(constraintIds)[4], value: 25 })
      await p.extrude(s, 4)
    },
  },
  'a rectangle that became a trapezium': {
    volume: ((10 + 14) / 2) * 6 * 2,
    async make(p) {
      const s = await p.sketch()
      const { constraintIds, pointIds } = await p.ok('addRectangle', { corner1: at(0, 0), corner2: at(10, 6) })
      await p.ok('removeConstraint', { constraintId: listOf(constraintIds)[1] })
      await p.ok('movePoint', { pointId: listOf(pointIds)[1], x: 14, y: 0 })
      await p.extrude(s, 2)
    },
  },
  'a triangle without the line that hung on it': {
    volume: (6 * 8 * 5) / 2,
    async make(p) {
      const s = await p.sketch()
      const { points } = await polygon(p, [
        [0, 0],
        [6, 0],
        [0, 8],
      ])
      const { endPointId } = await p.ok('addLine', { start: at(0, 0), end: at(-5, -5), startPointId: points[0] })
      await p.ok('deletePoint', { pointId: endPointId })
      await p.extrude(s, 5)
    },
  },
}
