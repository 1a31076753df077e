import type { addMedia } from '@atelier/site'

/** A logo whose bytes are kept; the library has no entry of it yet. */
export type KeptLogo = Omit<Parameters<typeof addMedia>[1], 'id' | 'createdAt' | 'width' | 'height'> & {
  width: number
  height: number
}

export type BrandAnswer =
  | { ok: true; colors: string[]; logo?: KeptLogo; size?: { width: number; height: number } }
  /** A sentence for a person or a model. */
  | { ok: false; problem: string }

/** Reads the brand of a business. It MUST reach no address of a private network. */
export interface BrandReader {
  /** The colours of a picture of the library; `size` keeps its proportions. */
  ofPicture(picture: { hash: string; name: string }): Promise<BrandAnswer>
  /** The colours and the logo of a site. */
  ofSite(address: string, signal: AbortSignal): Promise<BrandAnswer>
}
