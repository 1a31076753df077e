import type { ImageFinder } from '@atelier/site'
import { createSketchService } from '../sketch/sketch.ts'

/** Finds pictures for the projects of a server: each at the service that its workspace uses. */
export function createImageFinder(): (projectId: string) => ImageFinder {
  const sketch = createSketchService()
  return () => ({ open: async () => sketch })
}
