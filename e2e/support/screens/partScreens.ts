import { until } from '../api.ts'
import type { Scene } from '../scene.ts'
import { settle } from '../settle.ts'
import { followPath, type Screen, type Stage } from './stage.ts'

/** The first build of a server loads its kernel. */
const LONG = 240_000

/** The part that the screens of a scene show. */
const brackets = new WeakMap<Scene, string>()

/** Makes a bracket with a parameter, a folder, and a page that shows the part. */
async function makeParts({ scene }: Stage): Promise<string> {
  const known = brackets.get(scene)
  if (known !== undefined) return known
  const { api, projectId } = scene
  const base = `/api/projects/${projectId}`
  const operate = async (id: string, input: object, documentId?: string) =>
    (await api.post<{ data: Record<string, string> }>(`${base}/operations/${id}`, { input, documentId })).data
  const { folderId } = await operate('dashboard.createFolder', { name: 'Mounts' })
  const { id } = await api.post<{ id: string }>(`${base}/parts`, { name: 'Shelf bracket' })
  await api.post(`${base}/parts`, { name: 'Spacer', folder: folderId })
  const part = (name: string, input: object) => operate(`part.${name}`, input, id)
  await part('setParameter', { name: 'width', expression: '80 mm', note: 'Along the shelf' })
  const { extrudeId } = await part('createBox', { width: 'width', depth: 40, height: 5, name: 'Plate' })
  for (const positionU of [0.1, 0.9])
    for (const positionV of [0.2, 0.8])
      await part('createHole', { faceRef: `face:${extrudeId}/end`, diameter: 5, positionU, positionV })
  const corners = { edges: { createdBy: extrudeId, role: 'side', direction: { x: 0, y: 0, z: 1 } } }
  await part('createFillet', { edgeRefs: corners, radius: 4, name: 'Corners' })
  await part('setRequirement', { name: 'Width', measure: 'box.x', is: '=', value: 80 })
  const { rootNodeId } = await operate('site.addPage', { title: 'Shelf bracket' })
  const html = `<atelier-part part="${id}" allow="configurations download"><img alt="The shelf bracket"></atelier-part>`
  await operate('site.insertHtml', { parentId: rootNodeId, html })
  brackets.set(scene, id)
  return id
}

const openPart = async (stage: Stage) => {
  const id = await makeParts(stage)
  const { page, scene } = stage
  await followPath(page, `/projects/${scene.projectId}/parts/${id}`)
  await page.getByText(/mm³$/).first().waitFor({ timeout: LONG })
  // It is drawn here, or shown as a picture where a browser has no WebGL 2.
  await page
    .getByRole('img', { name: /to turn with the arrow keys$/ })
    .first()
    .waitFor({ timeout: LONG })
  await settle(page)
}

/** The room of CAD parts. */
export const partScreens: readonly Screen[] = [
  {
    name: 'parts',
    async show(stage) {
      await makeParts(stage)
      await followPath(stage.page, `/projects/${stage.scene.projectId}/parts`)
      await stage.page.getByRole('link', { name: 'Shelf bracket' }).waitFor()
      const thumbnail = stage.page.locator('main li img')
      await until('the picture', async () => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth > 0))
      await settle(stage.page)
    },
  },
  {
    name: 'parts-move',
    async show(stage) {
      await stage.page.getByRole('button', { name: 'More of Shelf bracket' }).click()
      await stage.page.getByRole('menuitem', { name: 'Move to' }).waitFor()
    },
  },
  { name: 'part', show: openPart },
  {
    name: 'part-tables',
    side: 'right',
    async show(stage) {
      await openPart(stage)
      if (stage.compact) await stage.page.getByRole('button', { name: 'Parameters and requirements' }).click()
      else await stage.page.getByRole('tab', { name: 'Properties', exact: true }).click()
      await stage.page.getByRole('heading', { name: 'Where used' }).waitFor()
    },
  },
]
