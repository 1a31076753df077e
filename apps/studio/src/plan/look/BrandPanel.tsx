import type { Brand } from '@atelier/generate/plan'
import { errorText } from '@atelier/operation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { turnChange } from '../../api/changes.ts'
import { sentence } from '../../api/index.ts'
import { uploadMedia } from '../../api/media.ts'
import { runOperation } from '../../api/projects.ts'

import { addressOf } from '../../brief/briefForm.ts'
import { addressWrong } from '../../brief/strings.ts'
import { Button, ErrorNote, Select, TextField, useToast } from '../../ui/index.ts'
import { usePlanScene } from '../document/context.ts'
import * as strings from '../strings.ts'
import styles from './Look.module.css'
import { libraryPicturesQuery } from './libraryPictures.ts'

/** The logo and the colours of the business: what was taken, and the ways to take it from a picture or from a site. */
export function BrandPanel({ brand, mayChange }: { brand: Brand | undefined; mayChange: boolean }) {
  const { project } = usePlanScene()
  return (
    <section className="grid one-column gap-8" aria-label={strings.brand}>
      <h3 className="type-label">{strings.brand}</h3>
      {brand && (
        <div className={styles.brand}>
          {brand.logo && <img src={`/api/projects/${project.id}/files${brand.logo.url}`} alt={strings.logoAlt} />}
          <span className="flex gap-4">
            {brand.colors.map((color) => (
              <span
                key={color}
                className={styles.brandColor}
                role="img"
                aria-label={strings.brandColor(color)}
                title={color}
                style={{ background: color }}
              />
            ))}
          </span>
          <span className="truncate quiet">{strings.brandOf(brand.source)}</span>
        </div>
      )}
      {mayChange && <BrandSources />}
    </section>
  )
}

function BrandSources() {
  const { project, generation } = usePlanScene()
  const queries = useQueryClient()
  const toast = useToast()
  const pictures = useQuery(libraryPicturesQuery(project.id)).data ?? []
  const file = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const take = async (operation: string, input: object) => {
    const answer = await runOperation(project.id, operation, input, generation.documentId)
    if (!answer.ok) return sentence(answer.error)
    const { changeSetId } = answer.value
    if (answer.value.ok && changeSetId !== undefined)
      toast.show({
        title: strings.brandTaken,
        tone: 'done',
        action: { label: strings.undo, onSelect: () => void turnChange(project.id, changeSetId, 'undo') },
      })
    return errorText(answer.value)
  }
  const during = async (work: () => Promise<string | undefined>) => {
    setBusy(true)
    setProblem(await work())
    setBusy(false)
  }
  const takePicture = (mediaId: string) => during(() => take('generate.takeBrandOfPicture', { mediaId }))
  const upload = (picked: File) =>
    during(async () => {
      const { signal } = new AbortController()
      const answer = await uploadMedia(project.id, { file: picked, folder: '', onProgress: () => undefined, signal })
      if (!answer.ok) return sentence(answer.error)
      await queries.invalidateQueries({ queryKey: libraryPicturesQuery(project.id).queryKey })
      return await take('generate.takeBrandOfPicture', { mediaId: answer.value.id })
    })
  const takeSite = (event: SubmitEvent) => {
    event.preventDefault()
    const url = addressOf(address)
    if (url === undefined) return setProblem(addressWrong)
    void during(() => take('generate.takeBrandOfSite', { address: url }))
  }

  return (
    <div className="grid one-column gap-8">
      <p className="quiet">{strings.brandHint}</p>
      <div className={styles.pair}>
        <Button disabled={busy} onClick={() => file.current?.click()}>
          <ImageUp size={14} />
          {strings.uploadLogo}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/*"
          aria-label={strings.logoFile}
          onChange={(event) => {
            const [picked] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            if (picked) void upload(picked)
          }}
        />
        {pictures.length > 0 && (
          <Select
            label={strings.fromLibrary}
            hideLabel
            value=""
            options={[{ value: '', label: strings.chooseFromLibrary }, ...pictures]}
            disabled={busy}
            onChange={(mediaId) => mediaId !== '' && void takePicture(mediaId)}
          />
        )}
      </div>
      <form className={styles.brandAddress} onSubmit={takeSite}>
        <TextField
          label={strings.brandAddress}
          inputMode="url"
          placeholder="https://example.com"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button type="submit" busy={busy} disabled={address.trim() === ''}>
          {strings.takeFromSite}
        </Button>
      </form>
      {problem && <ErrorNote title={problem} />}
    </div>
  )
}
