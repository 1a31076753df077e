import type { ContentField } from '@atelier/api'
import { lazy, Suspense } from 'react'
import { Select, Skeleton } from '../../ui/index.ts'
import { controlOf } from '../entry/fieldText.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { MediaField } from '../media/MediaField.tsx'
import * as strings from '../strings.ts'
import { ColorField } from './controls/ColorField.tsx'
import { ControlContext } from './controls/controlContext.ts'
import type { FieldControlProps } from './controls/controlProps.ts'
import { IconField } from './controls/IconField.tsx'
import { RatingField } from './controls/RatingField.tsx'
import { starsOf } from './controls/rating.ts'
import { YesNoField } from './controls/YesNoField.tsx'
import { LongTextField } from './longText/LongTextField.tsx'
import { RelationField } from './RelationField.tsx'
import { SharedArea, SharedField, SharedLine } from './text/SharedField.tsx'

const StructureField = lazy(async () => ({
  default: (await import('./structure/StructureField.tsx')).StructureField,
}))

/** One field of an entry, by its type. */
export function FieldControl(props: FieldControlProps) {
  const { field, text, onText, onLeave, error, hint, readsOnly } = props
  const label = field.required ? strings.required(fieldLabel(field)) : fieldLabel(field)
  const control = controlOf(field)
  const shared = {
    label,
    value: text,
    error,
    hint,
    disabled: readsOnly,
    placeholder: field.layout?.placeholder,
    onBlur: onLeave,
    onChange: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
  }
  switch (control) {
    case 'text':
      return <SharedArea {...shared} rows={3} mono={field.type === 'code'} />
    case 'long':
      return (
        <LongTextField
          {...shared}
          type={field.type === 'markdown' ? 'markdown' : 'richtext'}
          valueNow={props.textNow}
          onText={onText}
        />
      )
    case 'json':
      return (
        <Suspense fallback={<Skeleton height={60} />}>
          <ControlContext value={FieldControl}>
            <StructureField {...props} label={label} />
          </ControlContext>
        </Suspense>
      )
    case 'number': {
      const stars = field.type === 'rating' ? starsOf(field) : undefined
      if (stars) return <RatingField {...props} label={label} stars={stars} />
      const unit = field.type === 'percent' ? <span className="color-faint">%</span> : undefined
      return <SharedField {...shared} inputMode="decimal" trailing={unit} />
    }
    case 'date':
      return <SharedField {...shared} type="date" />
    case 'datetime':
      return <SharedField {...shared} type="datetime-local" />
    case 'boolean':
      return <YesNoField {...props} label={label} />
    case 'select':
      return (
        <Select
          label={label}
          hint={error ?? hint}
          value={text === '' ? null : text}
          placeholder={strings.notSet}
          disabled={readsOnly}
          options={optionsOf(field)}
          onChange={(next) => {
            onText(next === NOTHING ? '' : next)
            onLeave()
          }}
        />
      )
    case 'relation':
    case 'relations':
      return <RelationField {...props} label={label} several={control === 'relations'} />
    case 'media':
      return <MediaField {...props} type={field.type} label={label} />
    case 'line': {
      if (field.type === 'color') return <ColorField {...props} label={label} />
      if (field.type === 'icon') return <IconField {...props} label={label} />
      const type = inputTypes[field.type]
      return type === undefined ? <SharedLine {...shared} /> : <SharedField {...shared} type={type} />
    }
  }
}

const NOTHING = ' '

const inputTypes: Readonly<Record<string, string>> = { email: 'email', url: 'url', phone: 'tel' }

function optionsOf({ options = [], required = false }: ContentField) {
  const all = options.map((value) => ({ value, label: value }))
  return required ? all : [{ value: NOTHING, label: strings.notSet }, ...all]
}
