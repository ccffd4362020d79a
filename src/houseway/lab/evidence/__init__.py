"""Evidence to hand over: a report, spreadsheets, counts, the document and a checker, in one file that can be signed."""
