import { rootFontSize, type Scale, type ScaleKind, scaleSteps } from '@atelier/site'
import { Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useSite } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Design.module.css'
import { Section } from './Section.tsx'
import { largestOf, rangeText, sampleSize } from './scale.ts'
import * as strings from './strings.ts'
import { TokenRow } from './TokenRow.tsx'
import tokenStyles from './Tokens.module.css'
import { authoredOf } from './tokenList.ts'
import { useDesign } from './useDesign.ts'

const words = {
  type: { title: strings.typeScale, operation: operations.set_type_scale, size: 'fontSize' },
  space: { title: strings.spacingScale, operation: operations.set_spacing_scale, size: 'size' },
} as const

/** One fluid scale: its two ends, and every step as it is on narrow and wide screens. */
export function Scales({ kind }: { kind: ScaleKind }) {
  const { system, tokens, run } = useDesign()
  const authored = authoredOf(tokens, kind)
  const { title, operation } = words[kind]
  const scale = system?.scales[kind]
  return (
    <Section title={title}>
      {authored.map((token) => (
        <TokenRow key={token.name} token={token} />
      ))}
      {scale ? (
        <Steps scale={scale} />
      ) : (
        <div className={styles.note}>
          {authored.length === 0 && (kind === 'type' ? strings.noTypeScaleHint : strings.noSpacingScaleHint)}
          <div>
            <Button size="sm" onClick={() => void run(operation, {})}>
              {strings.createScale(title.toLowerCase())}
            </Button>
          </div>
        </div>
      )}
    </Section>
  )
}

function Steps({ scale }: { scale: Scale }) {
  const { run } = useDesign()
  const site = useSite()
  const { kind } = scale
  const { operation, size, title } = words[kind]
  const root = scale.rootFontSize ?? (site ? rootFontSize(site.local.view) : 16)
  const steps = scaleSteps(scale, root)
  const largest = largestOf(steps)
  const number = (text: string) => Number.parseFloat(text)
  return (
    <div className={tokenStyles.token}>
      {(['min', 'max'] as const).map((end) => (
        <div key={end} className={tokenStyles.line}>
          <span className={tokenStyles.caption}>
            {end === 'min' ? strings.atPx(scale.minScreenWidth) : strings.atPx(scale.maxScreenWidth)}
          </span>
          <CommitInput
            className={tokenStyles.number}
            aria-label={strings.baseSizeAt(end)}
            value={`${scale[end].size}px`}
            onCommit={(value) => void run(operation, { [end]: { [size]: number(value) } })}
          />
          <span aria-hidden="true">×</span>
          <CommitInput
            className={tokenStyles.number}
            aria-label={strings.ratioAt(end)}
            value={`${scale[end].scaleRatio}`}
            onCommit={(value) => void run(operation, { [end]: { scaleRatio: number(value) } })}
          />
        </div>
      ))}
      <div className={tokenStyles.line}>
        <span className={tokenStyles.caption}>{strings.named}</span>
        <CommitInput
          className={tokenStyles.value}
          aria-label={strings.stepNamesOf(title.toLowerCase())}
          value={scale.namingConvention}
          onCommit={(namingConvention) => void run(operation, { namingConvention })}
        />
        <IconButton
          label={strings.deleteScale(title.toLowerCase())}
          size="sm"
          onClick={() => void run(operations.deleteTokens, { scales: [kind] })}
        >
          <Trash2 size={13} />
        </IconButton>
      </div>
      <ul className={tokenStyles.steps}>
        {steps.map(({ step, name, min, max }) => (
          <li key={step} className={tokenStyles.stepLine} title={`var(--${name})`}>
            <span className={tokenStyles.stepName}>{step}</span>
            {kind === 'type' ? (
              <span className={tokenStyles.sample} style={{ fontSize: sampleSize(max, largest) }} aria-hidden="true">
                Ag
              </span>
            ) : (
              <span className={tokenStyles.bar} aria-hidden="true">
                <i style={{ width: `${(max / largest) * 100}%` }} />
              </span>
            )}
            <span className="rigid type-caption-code tabular-nums color-secondary">{rangeText({ min, max })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
