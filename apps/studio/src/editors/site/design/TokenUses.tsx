import { useEffect, useState } from 'react'
import { useEditor } from '../session/context.ts'
import { type HandleOutput, operations } from '../session/handles.ts'
import styles from './Design.module.css'
import * as strings from './strings.ts'
import tokenStyles from './Tokens.module.css'

type Uses = HandleOutput<typeof operations.findTokenUses>

/** Where a token is used; an element is selected by a click. */
export function TokenUses({ name }: { name: string }) {
  const session = useEditor()
  const [found, setFound] = useState<Uses>()
  useEffect(() => {
    let stale = false
    void session.attempt(operations.findTokenUses, { name }).then((result) => {
      if (!stale && result.ok) setFound(result.data)
    })
    return () => {
      stale = true
    }
  }, [session, name])
  if (!found) return <p className={styles.note}>{strings.counting}</p>
  if (found.total === 0) return <p className={styles.note}>{strings.usedNowhere}</p>
  const show = async (documentId: string, nodeId: string) => {
    session.openPage(documentId)
    await session.load(documentId)
    session.select(nodeId)
  }
  return (
    <ul className={tokenStyles.uses}>
      {[...new Map(found.uses.map((use) => [keyOf(use), use]))].map(
        ([key, { kind, label, property, documentId, nodeId }]) => (
          <li key={key}>
            {documentId !== undefined && nodeId !== undefined ? (
              <button type="button" className={tokenStyles.use} onClick={() => void show(documentId, nodeId)}>
                {strings.onElement(label)}
              </button>
            ) : (
              <span className={tokenStyles.use}>{kind === 'rule' && property ? `${label} · ${property}` : label}</span>
            )}
          </li>
        ),
      )}
    </ul>
  )
}

const keyOf = ({ kind, label, property, nodeId }: Uses['uses'][number]) => [kind, label, property, nodeId].join(' ')
