/** Which migration a program must know to run on this schema: see migrate.ts. */
export const needs = ['alter table migrations add column needs text']
