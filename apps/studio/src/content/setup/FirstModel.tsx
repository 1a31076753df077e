import { readyModels } from '@atelier/content'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Button, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'
import styles from './FirstModel.module.css'

/** Models that are ready to be added; those that the project has are left out. */
export function FirstModel({ present }: { present: readonly string[] }) {
  const { session, go } = useContent()
  const { show } = useToast()
  const [adding, setAdding] = useState<string>()
  const offered = readyModels.filter(({ id }) => !present.includes(id))
  const add = async (model: (typeof readyModels)[number]) => {
    setAdding(model.id)
    const answer = await session.run(operations.saveModel, { ...model })
    setAdding(undefined)
    if (answer.ok) go({ model: model.id })
    else show({ title: sentence(answer.error), tone: 'danger', id: 'content-model' })
  }
  return (
    <ul className={styles.list}>
      {offered.map((model) => (
        <li key={model.id} className={styles.model}>
          <span className="type-heading">{model.name}</span>
          <span className={styles.about}>{model.description}</span>
          <Button
            size="sm"
            icon={<Plus size={14} />}
            aria-label={strings.addModel(model.name)}
            busy={adding === model.id}
            disabled={adding !== undefined}
            onClick={() => void add(model)}
          >
            {strings.add}
          </Button>
        </li>
      ))}
    </ul>
  )
}
