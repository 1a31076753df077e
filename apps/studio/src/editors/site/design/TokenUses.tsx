import { useEffect, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { useEditor } from '../session/context.ts'
import { type HandleOutput, operations } from '../session/handles.ts'
import styles from './Design.module.css'
import { goToRule } from './goToRule.ts'
import * as strings from './strings.ts'
import tokenStyles from './Tokens.module.css'

type Uses = HandleOutput<typeof operations.findTokenUses>
type Use = Uses['uses'][number]

/** Where a token is used; a click goes to the element, the rule or the file. */
export function TokenUses({ name }: { name: string }) {
  const session = useEditor()
  const shell = useShell()
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
  const show = async ({ kind, label, ruleId, documentId, nodeId }: Use) => {
    if (kind === 'code') return patchStore(session.state, { leftTab: 'code', codeFile: label })
    if (ruleId !== undefined) return goToRule(session, shell, ruleId, label)
    if (documentId === undefined || nodeId === undefined) return
    session.openPage(documentId)
    await session.load(documentId)
    session.select(nodeId)
  }
  return (
    <ul className={tokenStyles.uses}>
      {[...new Map(found.uses.map((use) => [tokenUseKey(use), use]))].map(([key, use]) => (
        <li key={key}>
          {use.kind === 'token' ? (
            <span className={tokenStyles.use}>{use.label}</span>
          ) : (
            <button type="button" className={tokenStyles.use} title={tokenUseLabel(use)} onClick={() => void show(use)}>
              {tokenUseLabel(use)}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const tokenUseLabel = ({ kind, label, property }: Use) =>
  kind === 'element' ? strings.onElement(label) : kind === 'rule' && property ? `${label} · ${property}` : label

const tokenUseKey = ({ kind, label, property, nodeId }: Use) => [kind, label, property, nodeId].join(' ')
