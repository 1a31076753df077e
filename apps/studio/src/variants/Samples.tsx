import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type SectionVariants, variantSampleQuery } from '../api/variants.ts'
import { Button, Skeleton } from '../ui/index.ts'
import { useScale } from '../ui/useScale.ts'
import * as strings from './strings.ts'
import styles from './Variants.module.css'

/** The present section and its variants beside each other, each small and without the rest of the page, in the styles of the site. */
export function Samples({
  projectId,
  variants: { variantsId, nodeId, names },
  busy,
  onTake,
  onKeep,
}: {
  projectId: string
  variants: SectionVariants
  busy: boolean
  onTake: (variant: number, name: string) => void
  onKeep: () => void
}) {
  const sample = (name: string, variant: number | undefined) => (
    <Sample projectId={projectId} variantsId={variantsId} nodeId={nodeId} name={name} variant={variant} />
  )
  return (
    <ul className={styles.row} aria-label={strings.variants}>
      <li className={styles.variant}>
        {sample(strings.present, undefined)}
        <span className={styles.name}>{strings.present}</span>
        <Button disabled={busy} onClick={onKeep}>
          {strings.keepPresent}
        </Button>
      </li>
      {names
        .map((name, variant) => ({ name, variant }))
        .map(({ name, variant }) => (
          <li key={variant} className={styles.variant}>
            {sample(name, variant)}
            <span className={styles.name}>{name}</span>
            <Button
              variant="primary"
              disabled={busy}
              aria-label={strings.takeNamed(name)}
              onClick={() => onTake(variant, name)}
            >
              {strings.take}
            </Button>
          </li>
        ))}
    </ul>
  )
}

/** No script runs in it; its pictures are the project's own. */
const SANDBOX = 'allow-same-origin'
/** The height of a window in which the samples are drawn before they are made small. */
const WINDOW_HEIGHT = 800
/** More of a section than this is not shown, in the same pixels. */
const LONGEST = 2_400

function Sample({
  projectId,
  variantsId,
  nodeId,
  name,
  variant,
}: {
  projectId: string
  variantsId: string
  nodeId: string
  name: string
  variant: number | undefined
}) {
  const shown = useQuery(variantSampleQuery(projectId, variantsId, variant))
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const scale = useScale(room)
  const [area, setArea] = useState({ top: 0, height: 480 })
  const measure = () => {
    const section = frame.current?.contentDocument?.querySelector(`[uid="${CSS.escape(nodeId)}"]`)
    const box = section?.getBoundingClientRect()
    if (box && box.height > 0) setArea({ top: Math.max(0, box.top), height: Math.min(LONGEST, box.height) })
  }
  const height = Math.max(WINDOW_HEIGHT, Math.ceil(area.top + area.height))
  return (
    <div ref={room} className={styles.sample} style={{ height: Math.round(area.height * scale) }}>
      {shown.data !== undefined ? (
        <iframe
          ref={frame}
          title={strings.sampleOf(name)}
          tabIndex={-1}
          sandbox={SANDBOX}
          srcDoc={shown.data}
          style={{ height, transform: `scale(${scale}) translateY(${-area.top}px)` }}
          onLoad={measure}
        />
      ) : shown.isError ? (
        <p className={styles.missing}>{strings.noSample}</p>
      ) : (
        <Skeleton height="100%" radius={0} />
      )}
    </div>
  )
}
