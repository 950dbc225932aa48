DROP INDEX `carpools_shortfall`;--> statement-breakpoint
DROP INDEX `trips_shortfall`;