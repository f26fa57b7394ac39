/** The headline before and after launch day, as the home page and the social card show it. */
export const homeTitles = {
  comingSoon: 'Streamlined ESG reporting for your business—coming soon.',
  live: 'Streamlined ESG reporting for your business—now live.',
}
