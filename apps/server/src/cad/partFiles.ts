import type { Part } from '@atelier/cad'
import type { MediaFiles } from '../media/files.ts'

/** The hash in place of one whose file the project does not have. */
const MISSING = 'missing'
const SHA256 = /^[0-9a-f]{64}$/

/** The STEP files that parts import, kept as the media of their project. */
export interface PartFiles {
  /** The part with those files only that its project has, so that a hash alone gives nobody the file of another project. */
  ofProject(projectId: string, part: Part): Promise<Part>
  read(projectId: string, hash: string): Promise<Uint8Array | undefined>
}

export function createPartFiles(files: Pick<MediaFiles, 'size' | 'read'>): PartFiles {
  const isThere = async (projectId: string, hash: unknown) =>
    typeof hash === 'string' && SHA256.test(hash) && (await files.size(projectId, hash)) !== undefined
  return {
    async ofProject(projectId, part) {
      if (!part.features.some(({ type }) => type === 'import')) return part
      const features = part.features.map(async (feature) =>
        feature.type !== 'import' || (await isThere(projectId, feature.inputs.hash))
          ? feature
          : { ...feature, inputs: { ...feature.inputs, hash: MISSING } },
      )
      return { ...part, features: await Promise.all(features) }
    },
    read: async (projectId, hash) => (SHA256.test(hash) ? files.read(projectId, hash) : undefined),
  }
}
