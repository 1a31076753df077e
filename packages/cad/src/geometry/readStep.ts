import { FeatureError } from '../error/featureError.ts'
import { explore, kept, type Oc, type Shape, withArena } from './occ.ts'

const FILE = '/import.step'
/** The most bytes of a STEP file that is read. */
const MAX_STEP = 50 * 1024 * 1024

/** The solids of a STEP file in millimetres; the caller frees them. @throws FeatureError if there are none */
export function readStep(oc: Oc, bytes: Uint8Array): Shape[] {
  const failed = (message: string) =>
    new FeatureError('import_failed', message, { hint: 'Export it as STEP AP214 or AP242 with solids.' })
  if (bytes.length > MAX_STEP) throw failed('The file is larger than 50 MB.')
  if (!new TextDecoder().decode(bytes.subarray(0, 200)).includes('ISO-10303-21')) throw failed('This is no STEP file.')
  return withArena((use) => {
    oc.FS.writeFile(FILE, bytes)
    const reader = use(new oc.STEPControl_Reader())
    const status = reader.ReadFile(FILE)
    oc.FS.unlink(FILE)
    if (status !== oc.IFSelect_ReturnStatus.IFSelect_RetDone) throw failed('The file is broken.')
    reader.SetSystemLengthUnit(1)
    reader.TransferRoots(use(new oc.Message_ProgressRange()))
    const solids = explore(oc, use(reader.OneShape()), 'solid', kept)
    if (solids.length === 0) throw failed('The file holds no solid.')
    return solids
  })
}
