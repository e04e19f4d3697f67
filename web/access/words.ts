import { m } from '#words/messages.js';

/** A short description of what a team works on. */
export const formatWorkScope = (limited: boolean, properties: number): string =>
  limited ? m.access_team_properties_count({ count: properties }) : m.access_team_works_all();
