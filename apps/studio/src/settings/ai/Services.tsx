import { useQuery } from '@tanstack/react-query'
import { errorOf, servicesQuery } from '../../api/index.ts'
import { Button, ErrorNote, Skeleton } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './AiSettings.module.css'
import { PictureChoice } from './PictureChoice.tsx'
import { ServiceLine } from './ServiceLine.tsx'

/** The services for pictures and web search, each with the key that the workspace has for it. */
export function Services() {
  const services = useQuery(servicesQuery())
  if (services.isPending) return <Skeleton height={64} radius={10} />
  if (services.isError) {
    return (
      <ErrorNote
        title={errorOf(services.error).message}
        actions={
          <Button size="sm" onClick={() => services.refetch()}>
            {strings.tryAgain}
          </Button>
        }
      >
        {errorOf(services.error).hint}
      </ErrorNote>
    )
  }
  return (
    <div className={styles.stack}>
      <PictureChoice />
      <ul className={styles.card}>
        {services.data.services.map((service) => (
          <li key={service.name}>
            <ServiceLine service={service} />
          </li>
        ))}
      </ul>
    </div>
  )
}
