import type { Finding } from './finding.ts'

export function checkContent(sampleFields: string[]): Finding {
  const subject = 'Content'
  if (sampleFields.length === 0) return { level: 'ok', subject, says: 'no made-up values left' }
  return {
    level: 'warning',
    subject,
    says: `made-up values left:\n${sampleFields.join('\n')}`,
    advice:
      'Replace each sample(…) by the real value before you go live; `launch send` refuses until then.',
  }
}
