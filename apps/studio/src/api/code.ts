import * as api from '@atelier/api'
import { call } from '@atelier/api/client'

/** The scripts and styles that a site would be published with now. */
export const buildCode = (id: string, signal?: AbortSignal) => call(api.buildCode, { params: { id } }, { signal })

/** A page with its scripts running; the address works for anyone who has it, while a user views it. */
export const openPreview = (id: string, pageId: string) => call(api.openPreview, { params: { id }, body: { pageId } })

/** The page of an entry, whatever its state; with a branch as it would be, were that merged. */
export const openEntryPreview = (id: string, entry: { model: string; id: string; locale?: string; branch?: string }) =>
  call(api.openPreview, { params: { id }, body: { entry } })
