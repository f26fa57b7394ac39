import { routes } from '#routes.ts'

/** At the foot of every mail: what happens to data, and where to see, correct and erase them. */
export function rightsLinks(publicUrl: string) {
  return [
    { label: 'Privacy Policy', href: `${publicUrl}${routes.privacy}` },
    { label: 'My data', href: `${publicUrl}${routes.myData}` },
  ]
}
