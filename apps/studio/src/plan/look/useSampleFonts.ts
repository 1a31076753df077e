import { type DesignPlan, fontsOfPlan } from '@atelier/generate/plan'
import { useEffect } from 'react'
import { fontSampleUrl } from '../../api/generations.ts'

/** The name under which a planned font is shown, so that it never changes the studio's own. */
export const sampleFamily = (family: string): string => `plan ${family}`

/** Weights of headings and of text. */
const WEIGHTS = ['400', '700']

/** Loads the planned fonts for their samples; a missing one is shown by its fallbacks. */
export function useSampleFonts(projectId: string, design: DesignPlan): void {
  const named = fontsOfPlan({ design })
    .flatMap(({ family, installable }) => (installable ? [family] : []))
    .join('\n')
  useEffect(() => {
    const faces = named
      .split('\n')
      .filter((family) => family !== '')
      .flatMap((family) =>
        WEIGHTS.map((weight) => {
          const source = `url(${JSON.stringify(fontSampleUrl(projectId, family, weight))})`
          return new FontFace(sampleFamily(family), source, { weight })
        }),
      )
    // While a name is typed it is not asked for.
    const timer = setTimeout(() => {
      for (const face of faces)
        face
          .load()
          .then((loaded) => document.fonts.add(loaded))
          .catch(() => undefined)
    }, 600)
    return () => {
      clearTimeout(timer)
      for (const face of faces) document.fonts.delete(face)
    }
  }, [projectId, named])
}
