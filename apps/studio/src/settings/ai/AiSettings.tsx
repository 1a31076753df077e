import { Tabs } from '@base-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { credentialsQuery, meQuery } from '../../api/index.ts'
import { Button, EmptyState, ErrorNote, Skeleton } from '../../ui/index.ts'
import { SettingsPage } from '../SettingsPage.tsx'
import { AddCredential } from './AddCredential.tsx'
import styles from './AiSettings.module.css'
import { Limits } from './Limits.tsx'
import { Providers } from './Providers.tsx'
import { ScopeDefaults } from './ScopeDefaults.tsx'
import { Usage } from './Usage.tsx'

const tabs: readonly { value: string; label: string; lead: string; panel: ReactNode }[] = [
  {
    value: 'providers',
    label: 'Providers',
    lead: 'Keys are encrypted on this server and never leave it, not even to this page.',
    panel: <Providers />,
  },
  {
    value: 'defaults',
    label: 'Defaults',
    lead: 'Which model a new chat begins with. Every chat can choose another.',
    panel: <Defaults />,
  },
  {
    value: 'limits',
    label: 'Limits',
    lead: 'How much the agent may use. The worst case is set aside before each request, so that no limit is passed.',
    panel: <Limits />,
  },
  {
    value: 'usage',
    label: 'Usage',
    lead: 'What the agent used, for what and for whom, and what was done in these settings.',
    panel: <Usage />,
  },
]

/** Which AI providers the workspace uses, what a chat begins with, how much may be used, and what was. */
export function AiSettings() {
  const me = useQuery(meQuery())
  const { tab } = useSearch({ from: '/member/settings/ai' })
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const shown = tabs.find(({ value }) => value === tab) ?? tabs[0]
  const role = me.data?.workspace.role
  const manages = role === 'owner' || role === 'admin'
  return (
    <SettingsPage
      title="AI"
      lead={shown?.lead}
      action={
        manages &&
        shown?.value === 'providers' && (
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => setAdding(true)}>
            Add provider
          </Button>
        )
      }
    >
      {me.isPending ? (
        <Skeleton height={64} radius={10} />
      ) : !manages ? (
        <ErrorNote tone="info" title="Only an owner or an admin manages AI">
          Ask one of them to add a provider or to change a limit. Until there is a provider the rehearsal shows how the
          studio works.
        </ErrorNote>
      ) : (
        <Tabs.Root
          className={styles.tabs}
          value={shown?.value}
          onValueChange={(value) => navigate({ to: '/settings/ai', search: { tab: String(value) }, replace: true })}
        >
          <Tabs.List className={styles.tabList} aria-label="AI settings" activateOnFocus>
            {tabs.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value} className={styles.tab}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ value, panel }) => (
            <Tabs.Panel key={value} value={value} className={styles.panel}>
              {panel}
            </Tabs.Panel>
          ))}
        </Tabs.Root>
      )}
      <AddCredential open={adding} onOpenChange={setAdding} />
    </SettingsPage>
  )
}

function Defaults() {
  const credentials = useQuery(credentialsQuery())
  const list = credentials.data?.credentials ?? []
  if (credentials.isPending) return <Skeleton height={64} radius={10} />
  if (list.length > 0) return <ScopeDefaults credentials={list} />
  return (
    <section className={styles.card}>
      <EmptyState tone="agent" title="No model to choose from yet">
        Add a provider first. Its best model then becomes the default by itself.
      </EmptyState>
    </section>
  )
}
