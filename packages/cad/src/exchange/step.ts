import { FeatureError } from '../error/featureError.ts'
import type { BodyState } from '../geometry/body.ts'
import { type Oc, type Shape, type Use, withArena } from '../geometry/occ.ts'

const FILE = '/part.step'

/** More bodies are written as one product, since the time that it takes grows with the square of the products. */
const MOST_PRODUCTS = 20

/** A STEP file of all bodies. Its header holds neither a time nor a count, so that equal parts are equal files. */
export function toStep(oc: Oc, { bodies }: BodyState, name: string): Uint8Array<ArrayBuffer> {
  if (bodies.length === 0) throw new FeatureError('nothing_left', 'There is no body to export.')
  return withArena((use) => {
    const writer = use(new oc.STEPControl_Writer())
    oc.Interface_Static.SetCVal('write.step.unit', 'MM')
    oc.Interface_Static.SetCVal('write.step.product.name', name)
    const shapes = bodies.map(({ shape }) => shape)
    for (const shape of bodies.length > MOST_PRODUCTS ? [compoundOf(oc, shapes, use)] : shapes)
      writer.Transfer(shape, oc.STEPControl_StepModelType.STEPControl_AsIs, true, use(new oc.Message_ProgressRange()))
    if (writer.Write(FILE) !== oc.IFSelect_ReturnStatus.IFSelect_RetDone)
      throw new FeatureError('invalid_solid', 'The bodies cannot be written as STEP.')
    const text = oc.FS.readFile(FILE, { encoding: 'utf8' })
    oc.FS.unlink(FILE)
    return new TextEncoder().encode(withoutTime(String(text)))
  })
}

function compoundOf(oc: Oc, shapes: readonly Shape[], use: Use): Shape {
  const builder = use(new oc.TopoDS_Builder())
  const compound = use(new oc.TopoDS_Compound())
  builder.MakeCompound(compound)
  for (const shape of shapes) builder.Add(compound, shape)
  return compound
}

/** The header's time, and the number that the kernel counts up over all exports of its life in the names of products, taken out. */
function withoutTime(text: string): string {
  const seen = new Map<string, number>()
  return text
    .replace(/(FILE_NAME\('[^']*',\s*')[^']*'/, "$11970-01-01T00:00:00'")
    .replace(/PRODUCT\('([^']*) (\d+)','[^']*'/g, (_, name: string, number: string) => {
      const own = seen.get(number) ?? seen.size + 1
      seen.set(number, own)
      return `PRODUCT('${name} ${own}','${name} ${own}'`
    })
}
